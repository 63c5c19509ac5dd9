import { countIn, joined, textIn } from '../../../../contract/domain/text';
import { longestViewName, type SavedView } from '../../../../contract/wire/listViews';
import { isAsSaved } from '../../../sagas/crud/address';
import { Button, IconButton } from '../../../ui/inputs/buttons';
import { Radios } from '../../../ui/inputs/choices';
import { FormField, TextInput } from '../../../ui/inputs/fields';
import { arrange } from '../../../ui/layout/arrange';
import { Form } from '../../../ui/layout/Form';
import { Dialog } from '../../../ui/overlays/Dialog';
import { MenuButton } from '../../../ui/overlays/menus';
import { ViewPills } from '../../../ui/table/listing';
import { fieldOfColumn } from './shape';
import type { List } from './useList';

/** Counts are exact up to this number. */
const countedUpTo = 9999;

/** What can be done with the view that was applied last. */
function ViewMenu({ list, view }: { list: List; view: SavedView }) {
  const { t, dispatch, at } = list;
  const { id, name, isShared } = view;
  return (
    <MenuButton
      groups={[
        {
          key: 'view',
          entries: [
            {
              key: 'update',
              icon: 'save',
              label: t('crud.updateView'),
              act() {
                dispatch(at.nameView({ id, name, isShared }));
                dispatch(at.saveView());
              },
            },
            {
              key: 'rename',
              icon: 'edit',
              label: t('crud.renameView'),
              act: () => dispatch(at.nameView({ id, name, isShared, isRename: true })),
            },
            { key: 'remove', icon: 'delete', label: t('crud.remove'), act: () => dispatch(at.removeView(id)) },
          ],
        },
      ]}
    >
      {(trigger) => <IconButton {...trigger} size="small" icon="more-horizontal" label={t('crud.viewMenu')} />}
    </MenuButton>
  );
}

/** The dialog in which a view is saved or renamed. */
export function ViewDialog({ list }: { list: List }) {
  const { t, dispatch, at, state, module } = list;
  const { form, isSaving } = state.shaping;
  // Replacing a view under its own name asks nothing.
  if (!form || (form.id && !form.isRename)) return null;
  const formId = `view-of-${module.name}`;
  const isNamed = form.name.trim() !== '';
  return (
    <Dialog
      title={t(form.isRename ? 'crud.renameView' : 'crud.saveAsView')}
      size={400}
      closeLabel={t('frame.close')}
      onClose={() => dispatch(at.closeView())}
      footer={
        <>
          <Button onClick={() => dispatch(at.closeView())}>{t('ask.cancel')}</Button>
          <Button
            tone="primary"
            type="submit"
            form={formId}
            busy={isSaving === true}
            disabledReason={isNamed ? undefined : t('crud.viewNoName')}
          >
            {t('crud.save')}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={() => isNamed && dispatch(at.saveView())}>
        <FormField id={`${formId}-name`} layout="above" label={t('crud.viewName')} required>
          <TextInput
            id={`${formId}-name`}
            value={form.name}
            maxLength={longestViewName}
            onChange={(name) => dispatch(at.typeView({ name }))}
          />
        </FormField>
        <FormField layout="above" as="group" label={t('crud.viewSharing')}>
          <Radios
            value={form.isShared ? 'shared' : 'own'}
            onChange={(value) => dispatch(at.typeView({ isShared: value === 'shared' }))}
            options={[
              { value: 'own', label: t('crud.viewOwn') },
              { value: 'shared', label: t('crud.viewShared') },
            ]}
          />
        </FormField>
      </Form>
    </Dialog>
  );
}

/** The views that people have saved of the list, own ones first. */
export function SavedViews({ list }: { list: List }) {
  const { t, dispatch, at, module, state, format } = list;
  const { views, view: id, counts, isKept } = state.shaping;
  if (!isKept) return null;
  const applied = views.find((view) => view.id === id);
  const current = applied && isAsSaved(module, state, applied) ? applied.id : '';
  const item = (view: SavedView) => {
    const count = counts[view.id];
    const names = joined(
      (view.lacks ?? []).map((name) => textIn(fieldOfColumn(module, name).label, format.language)),
      format.language,
    );
    return {
      key: view.id,
      label: view.name,
      ...(view.isOwn ? {} : { hint: t('crud.viewBy', { name: view.name, owner: view.owner }) }),
      ...(view.lacks ? { disabledReason: t('crud.viewLacksFields', { names }) } : {}),
      ...(count === undefined
        ? {}
        : { count: `${countIn(Math.min(count, countedUpTo), format.language)}${count > countedUpTo ? '+' : ''}` }),
    };
  };
  return (
    <div className={`${arrange.line} ${arrange.noPrint}`}>
      {views.length > 0 && (
        <ViewPills
          label={t('crud.savedViews')}
          current={current}
          onPick={(key) => dispatch(at.openView(key))}
          items={views.map(item)}
        />
      )}
      {applied?.mayChange && <ViewMenu list={list} view={applied} />}
      <Button
        tone="subtle"
        size="small"
        icon="add"
        onClick={() => dispatch(at.nameView({ name: '', isShared: false }))}
      >
        {t('crud.saveAsView')}
      </Button>
      <ViewDialog list={list} />
    </div>
  );
}
