import { useSelector } from 'react-redux';
import { countIn } from '../../../contract/domain/text';
import { filtersOf } from '../../../contract/schema/conditions';
import { clock } from '../../store/clock';
import { wordFor } from '../../store/crud/dict';
import { permission } from '../../store/navigation/menu';
import { Beside } from '../../ui/layout/Beside';
import { Page } from '../../ui/layout/frame';
import { PageTitle } from '../../ui/layout/PageTitle';
import { Card } from '../../ui/layout/surfaces';
import { SkipToRows, ViewPills } from '../../ui/table/listing';
import { ActionDialog } from './ActionDialog';
import { CrudForm } from './CrudForm';
import { TenantBar, TenantChoice } from './inputs/tenantChoice';
import { CrudList } from './list/CrudList';
import { wordOf } from './list/rowButtons';
import { SavedViews } from './list/SavedViews';
import { type List, useList } from './list/useList';
import { useMenuTitle } from './menuTitle';
import type { CrudScreenProps } from './screen';
import { ImportDialog } from './transfer/ImportDialog';

/** Saved views of the list, each with the number of its rows. */
function Views({ list }: { list: List }) {
  const { t, dispatch, at, module, state, format } = list;
  const today = useSelector(clock.selectors.today);
  const codes = useSelector(permission.selectors.codes);
  const views = Object.entries(module.views ?? {}).filter(
    ([, { needs }]) => !needs || needs.some((code) => codes[code] === true),
  );
  if (views.length === 0) return null;
  const isShown = (held: Readonly<Record<string, string>>) => {
    const filters = filtersOf(module, held);
    const names = Object.keys(filters);
    const { filters: asked } = state.query;
    return names.length === Object.keys(asked).length && names.every((name) => filters[name] === asked[name]);
  };
  const pick = (held: Readonly<Record<string, string>>) => {
    // The search panel is opened with the conditions of the chosen view, so that the next search keeps them.
    const none = Object.fromEntries(Object.keys(state.seek).map((key) => [key, '']));
    dispatch(at.leaveView());
    dispatch(at.seek({ ...none, ...held }));
    dispatch(at.list({ current: 1, filters: filtersOf(module, held) }));
  };
  return (
    <ViewPills
      label={t('crud.views')}
      current={(today && views.find(([, view]) => isShown(view.seek(today)))?.[0]) || ''}
      onPick={(key) => pick(module.views?.[key]?.seek(today) ?? {})}
      items={views.map(([key, { label }]) => ({
        key,
        label:
          'field' in label
            ? wordFor(format.dicts, module.fields[label.field]?.dict ?? '', label.value, format.language)
            : wordOf(label, format.language),
        ...(state.counts?.[key] === undefined ? {} : { count: countIn(state.counts[key], format.language) }),
      }))}
    />
  );
}

/** The page of a module: list, side panel, form and dialogs. */
export function CrudScreen(props: CrudScreenProps) {
  const { module, screen } = props;
  const { Head, Side, Dialogs } = screen;
  const list = useList(props);
  const title = useMenuTitle(module.name, screen.title);
  const card = (
    <Card variant="fill">
      <CrudList list={list} />
    </Card>
  );
  return (
    <Page variant="fill">
      <SkipToRows>{list.t('crud.skipToRows')}</SkipToRows>
      <PageTitle title={title} end={module.acrossTenants && <TenantChoice />}>
        {Head && <Head />}
        <Views list={list} />
        <SavedViews list={list} />
      </PageTitle>
      {module.acrossTenants && <TenantBar />}
      {Side ? (
        <Beside>
          <Side />
          {card}
        </Beside>
      ) : (
        card
      )}
      <CrudForm {...props} />
      <ActionDialog {...props} />
      <ImportDialog slice={props.slice} screen={screen} />
      {Dialogs && <Dialogs />}
    </Page>
  );
}
