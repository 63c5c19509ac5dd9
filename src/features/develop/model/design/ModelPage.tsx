import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { textIn } from '../../../../../contract/domain/text';
import { model as modelModule, modelStates } from '../../../../../contract/modules/develop/model';
import { judgeModel } from '../../../../../contract/schema/modelled';
import type { CrudSlice } from '../../../../store/crud/crud';
import { permission } from '../../../../store/navigation/menu';
import { Button, ButtonLink, IconButton } from '../../../../ui/inputs/buttons';
import { Page } from '../../../../ui/layout/frame';
import { RecordHead } from '../../../../ui/layout/record';
import { Chip } from '../../../../ui/layout/status';
import { Card } from '../../../../ui/layout/surfaces';
import { CardSkeleton, EmptyState } from '../../../../ui/overlays/messages';
import { errorText } from '../../../crud/errorText';
import { usePageAddress } from '../../../crud/links';
import { declaredActions, wordOf } from '../../../crud/list/rowButtons';
import { useFormat } from '../../../crud/useFormat';
import { Preview } from '../preview/Preview';
import { afterPublishing, isServed } from '../published';
import { type DesignState, designs, isChanged, settingsKey } from './designSlice';
import { modelOf } from './draft';
import { FieldList } from './FieldList';
import { FieldPanel } from './FieldPanel';
import styles from './ModelPage.module.css';
import { problemsAt } from './problems';
import { SettingsPanel } from './SettingsPanel';

const { actions: at, selectors: see } = designs;

interface PartProps {
  path: string;
  page: DesignState;
  /** Why nothing may be changed. */
  off: string | undefined;
}

const publish = declaredActions(modelModule).find(([name]) => name === 'publish')?.[1];

/** Publishes what is saved, as the list does. */
function PublishButton({ page, off, list }: PartProps & { list: CrudSlice }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { language } = useFormat();
  const code = `${modelModule.name}_publish`;
  const may = useSelector((state: never) => permission.selectors.may(state, code));
  const { id, version, state } = page.head;
  const isBusy = useSelector((state: never) => list.selectors.isLocked(state, id));
  if (state === modelStates.published && !isChanged(page)) return null;
  const reason =
    off ?? (may ? undefined : t('crud.noRight', { code })) ?? (isChanged(page) ? t('model.saveFirst') : undefined);
  const row = { id, version, state, modelName: page.saved.zh };
  return (
    <Button
      icon="arrow-upload"
      busy={isBusy}
      {...(reason === undefined ? {} : { disabledReason: reason })}
      onClick={() => dispatch(list.actions.act({ action: 'publish', rows: [row] }))}
    >
      {wordOf(publish!.label, language)}
    </Button>
  );
}

/** Where to go on with what is published. */
function PublishedLinks({ page: { head, saved } }: Pick<PartProps, 'page'>) {
  const { language } = useFormat();
  const addressOf = usePageAddress();
  if (!isServed(head)) return null;
  return Object.entries(afterPublishing).map(([key, { label, icon, page: pageOf }]) => {
    const to = addressOf(pageOf({ modelCode: saved.code }));
    return (
      to && (
        <ButtonLink key={key} icon={icon} to={to}>
          {textIn(label, language)}
        </ButtonLink>
      )
    );
  });
}

function Commands(props: PartProps & { list: CrudSlice; isWide: boolean; onWide(is: boolean): void }) {
  const { path, page, off, isWide, onWide } = props;
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const because = (reason: string | undefined) => (reason === undefined ? {} : { disabledReason: reason });
  const dirty = isChanged(page) ? undefined : t('model.unchanged');
  return (
    <>
      <IconButton
        icon="arrow-undo"
        label={t('model.undo')}
        {...because(page.past.length > 0 ? undefined : t('model.nothingToUndo'))}
        onClick={() => dispatch(at.undo({ path }))}
      />
      <IconButton
        icon="arrow-redo"
        label={t('model.redo')}
        {...because(page.future.length > 0 ? undefined : t('model.nothingToRedo'))}
        onClick={() => dispatch(at.redo({ path }))}
      />
      <Button icon={isWide ? 'edit' : 'eye'} aria-pressed={isWide} onClick={() => onWide(!isWide)}>
        {t(isWide ? 'model.backToFields' : 'model.previewAlone')}
      </Button>
      <Button
        tone="primary"
        icon="save"
        keys="Ctrl S"
        busy={page.isBusy}
        {...because(off ?? dirty)}
        onClick={() => dispatch(at.save({ path }))}
      >
        {t('model.save')}
      </Button>
      <PublishButton {...props} />
      <PublishedLinks page={page} />
    </>
  );
}

/** The fields, and the inputs of the chosen one. */
function Editor({ path, page, off }: PartProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  /** Grows when the inputs are to have the focus. */
  const [turn, setTurn] = useState(0);
  const panel = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (turn > 0) panel.current?.querySelector('input')?.focus();
  }, [turn]);
  const { draft, chosen, refused, isTried, dictionaries, head } = page;
  const problems = useMemo(() => ({ ...judgeModel(modelOf(draft)), ...refused }), [draft, refused]);
  const place = draft.fields.findIndex(({ key }) => key === chosen);
  const field = draft.fields[place];
  const add = (of?: string) => {
    dispatch(at.add({ path, ...(of ? { of } : {}) }));
    setTurn((count) => count + 1);
  };
  return (
    <>
      <Card title={t('model.fields')} note={draft.fields.length} variant="fill">
        <FieldList
          fields={draft.fields}
          chosen={chosen}
          titleField={draft.titleField}
          problems={problems}
          isTried={isTried}
          off={off}
          onChoose={(key) => dispatch(at.choose({ path, key }))}
          onAdd={add}
          onRemove={(key) => dispatch(at.remove({ path, key }))}
          onMove={(key, to) => dispatch(at.move({ path, key, to }))}
          onEnter={() => setTurn((count) => count + 1)}
        />
      </Card>
      <Card title={field ? t('model.field') : t('model.settings')} variant="fill">
        <fieldset ref={panel} className={styles.panel} disabled={off !== undefined}>
          {field ? (
            <FieldPanel
              key={field.key}
              field={field}
              problems={problemsAt(problems, place)}
              isTried={isTried}
              dictionaries={dictionaries}
              isTitle={field.name === draft.titleField}
              onTitle={() => dispatch(at.makeTitle({ path, key: field.key }))}
              onChange={(change) => dispatch(at.change({ path, key: field.key, change }))}
            />
          ) : (
            <SettingsPanel
              key={settingsKey}
              head={head}
              draft={draft}
              problems={problemsAt(problems)}
              isTried={isTried}
              onChange={(change) => dispatch(at.set({ path, change }))}
            />
          )}
        </fieldset>
      </Card>
    </>
  );
}

/** The editor of one model, with its screens beside it. */
export function ModelPage({ list }: { list: CrudSlice }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { pathname: path } = useLocation();
  const { language } = useFormat();
  const addressOf = usePageAddress();
  const [isWide, setWide] = useState(false);
  const page = useSelector((state: never) => see.of(state, path));
  const trouble = useSelector((state: never) => see.troubleOf(state, path));
  const code = modelModule.permission('update');
  const mayEdit = useSelector((state: never) => permission.selectors.may(state, code));
  // Typing goes first; the preview follows.
  const shown = useDeferredValue(page?.draft);
  const model = useMemo(() => shown && modelOf(shown), [shown]);
  if (!page)
    return (
      <Page>
        {trouble === undefined ? (
          <CardSkeleton lines={8} />
        ) : (
          <EmptyState
            isPage
            kind={trouble === '' ? 'network' : 'missing'}
            title={trouble === '' ? t('model.lost') : errorText(t, trouble)}
          >
            <Button icon="arrow-clockwise" onClick={() => dispatch(at.reload({ path }))}>
              {t('frame.retry')}
            </Button>
          </EmptyState>
        )}
      </Page>
    );
  const { draft, head } = page;
  const off = mayEdit ? undefined : t('crud.noRight', { code });
  const press = (event: KeyboardEvent) => {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    // In an input the keys undo its own typing.
    const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (key === 's' && off === undefined) dispatch(at.save({ path }));
    else if (key === 'z' && !isTyping) dispatch(event.shiftKey ? at.redo({ path }) : at.undo({ path }));
    else if (key === 'y' && !isTyping) dispatch(at.redo({ path }));
    else if (key !== 's') return;
    event.preventDefault(); // the browser would save the page
  };
  const { state } = modelModule.fields;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears the keys of what is in it
    <div className={styles.whole} onKeyDown={press}>
      <Page variant="fill">
        <RecordHead
          title={textIn({ zh: draft.zh, en: draft.en || draft.zh }, language) || t('model.unnamed')}
          back={{ label: t('model.back'), to: addressOf({ feature: modelModule.name }) }}
          end={<Commands path={path} page={page} off={off} list={list} isWide={isWide} onWide={setWide} />}
        >
          <Chip tone="neutral">{textIn(state.choices?.[head.state], language)}</Chip>
          {isChanged(page) && <Chip tone="warning">{t('model.unsaved')}</Chip>}
        </RecordHead>
        <div className={styles.columns} data-wide={isWide || undefined}>
          {!isWide && <Editor path={path} page={page} off={off} />}
          {model && <Preview model={model} />}
        </div>
      </Page>
    </div>
  );
}
