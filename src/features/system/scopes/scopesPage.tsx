import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { joined, textIn } from '../../../../contract/domain/text';
import { ownerFields, scopedModules } from '../../../../contract/modules';
import { scopeTypes } from '../../../../contract/modules/system/dataScope';
import type { Module, Row } from '../../../../contract/schema/module';
import { branchesOf, treeIndex, treeOf, visibleRows } from '../../../../contract/schema/tree';
import { menuLabel } from '../../../store/navigation/menu';
import { preferences } from '../../../store/preferences';
import { glyph, Icon } from '../../../ui/icons/Icon';
import { Button, IconButton } from '../../../ui/inputs/buttons';
import { ComboInput } from '../../../ui/inputs/ComboInput';
import { Checkbox, SelectInput } from '../../../ui/inputs/choices';
import { TextInput } from '../../../ui/inputs/fields';
import { Output } from '../../../ui/inputs/Output';
import { arrange } from '../../../ui/layout/arrange';
import { Page } from '../../../ui/layout/frame';
import { Card } from '../../../ui/layout/surfaces';
import { text as style } from '../../../ui/layout/text';
import { Dialog } from '../../../ui/overlays/Dialog';
import { CardSkeleton, EmptyState } from '../../../ui/overlays/messages';
import { type Column, DataTable } from '../../../ui/table/DataTable';
import { PageTitle, Toolbar } from '../../../ui/table/listing';
import { CrudPanel } from '../../crud/CrudPanel';
import { textOf } from '../../crud/cells';
import { type Feature, screenOf } from '../../crud/feature';
import { useMenuTitle } from '../../crud/menuTitle';
import type { FieldInputProps, Format, Screen } from '../../crud/screen';
import { useFormat } from '../../crud/useFormat';
import { fieldWords } from './ruleDraft';
import { RuleEditor, sentenceOf, useRuleWords } from './ruleEditor';
import styles from './scopesPage.module.css';
import { scopesSaga } from './scopesSaga';
import { type ScopeDesk, type ScopeKind, type ScopeMenu, scopeDesks } from './scopesSlice';

function text(value: unknown) {
  return value === null || value === undefined ? '' : String(value);
}
function menuName(menu: Pick<ScopeMenu, 'name' | 'nameEn'>, { language }: Pick<Format, 'language'>) {
  return textIn(menuLabel(menu), language);
}

/** The menu of the scope; it is chosen before the scope is created. */
function MenuInput({ draft, kind }: FieldInputProps & { kind: ScopeKind }) {
  const format = useFormat();
  const shown = useSelector(scopeDesks[kind].desk.selectors.shown);
  return <Output>{shown ? menuName(shown, format) : text(draft.menuId)}</Output>;
}

function moduleOf(draft: Record<string, unknown>): Module | undefined {
  return scopedModules[text(draft.scopeClass)];
}
function typeOf(draft: Record<string, unknown>) {
  return Number(draft.scopeType);
}
function ownerOf(draft: Record<string, unknown>): 'user' | 'dept' {
  return typeOf(draft) === scopeTypes.own ? 'user' : 'dept';
}
const usualOwner = { user: 'createUser', dept: 'createDept' } as const;
function shownValue(value: string) {
  return <Output>{value || '-'}</Output>;
}

function ModuleInput({ draft, field, format, readOnly, onType }: FieldInputProps) {
  const { t } = useTranslation();
  const label = textIn(field.label, format.language);
  const value = text(draft.scopeClass);
  if (readOnly) return shownValue(textIn(scopedModules[value]?.label, format.language) ?? value);
  return (
    <SelectInput
      aria-label={label}
      value={value}
      placeholder={t('scopes.chooseModule')}
      options={Object.values(scopedModules).map(({ name, label }) => ({
        value: name,
        label: textIn(label, format.language),
      }))}
      // Rules on the rows of another module do not apply.
      onChange={(picked) => onType({ scopeClass: picked, scopeColumn: '', scopeField: '*', scopeValue: '' })}
    />
  );
}

function TypeInput({ draft, field, format, readOnly, onType }: FieldInputProps) {
  if (readOnly) return shownValue(textOf(field, draft.scopeType, format) ?? '');
  return (
    <SelectInput
      aria-label={textIn(field.label, format.language)}
      value={text(draft.scopeType)}
      options={Object.entries(field.choices ?? {}).map(([value, label]) => ({
        value,
        label: textIn(label, format.language),
      }))}
      onChange={(picked) => {
        const next = { ...draft, scopeType: Number(picked) };
        // A user field cannot be compared with departments, nor a department field with users.
        const isSame = ownerOf(draft) === ownerOf(next);
        onType({ scopeType: Number(picked), ...(isSame ? {} : { scopeColumn: '' }) });
      }}
    />
  );
}

function ColumnInput({ draft, field, format, readOnly, onType }: FieldInputProps) {
  const { t } = useTranslation();
  const module = moduleOf(draft);
  const owner = ownerOf(draft);
  const value = text(draft.scopeColumn);
  const usual = usualOwner[owner];
  const names = module ? ownerFields(module, owner) : [];
  const wordOf = (name: string) =>
    textIn(module?.fields[name]?.label, format.language) ??
    t(name === 'createDept' ? 'scopes.createDept' : 'scopes.createUser');
  if (readOnly) return shownValue(wordOf(value || usual));
  return (
    <SelectInput
      aria-label={textIn(field.label, format.language)}
      value={value === usual ? '' : value}
      placeholder={t('scopes.usual', { name: wordOf(usual) })}
      options={names.filter((name) => name !== usual).map((name) => ({ value: name, label: wordOf(name) }))}
      onChange={(picked) => onType({ scopeColumn: picked })}
    />
  );
}

function namesIn(fields: string) {
  return fields
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}

function VisibleInput({ draft, field, format, readOnly, onType }: FieldInputProps) {
  const { t } = useTranslation();
  const module = moduleOf(draft);
  const value = text(draft.scopeField).trim();
  const isAll = value === '*';
  const names = Object.keys(module?.fields ?? {});
  const shown = isAll ? names : namesIn(value);
  const labels = fieldWords(module?.fields ?? {}, format.language);
  const wordOf = (name: string) => labels[name] ?? name;
  if (readOnly) return shownValue(isAll ? t('scopes.allFields') : joined(shown.map(wordOf), format.language));
  return (
    <fieldset className={arrange.column} aria-label={textIn(field.label, format.language)}>
      <Checkbox
        checked={isAll}
        onChange={(on) => onType({ scopeField: on ? '*' : names.join(',') })}
        {...(module ? {} : { disabled: true })}
      >
        {t('scopes.allFields')}
      </Checkbox>
      {!isAll && (
        <>
          <span className={style.caption}>{t('scopes.shownFields', { count: shown.length, all: names.length })}</span>
          <div className={`${styles.ticks} ${arrange.box}`}>
            {names.map((name) => (
              <Checkbox
                key={name}
                checked={shown.includes(name)}
                onChange={(on) =>
                  onType({ scopeField: names.filter((one) => (one === name ? on : shown.includes(one))).join(',') })
                }
              >
                {wordOf(name)}
              </Checkbox>
            ))}
          </div>
        </>
      )}
    </fieldset>
  );
}

function RuleInput({ draft, format, readOnly = false, onType }: FieldInputProps) {
  const { t } = useTranslation();
  const module = moduleOf(draft);
  if (!module) return <span className={style.caption}>{t('scopes.moduleFirst')}</span>;
  return (
    <RuleEditor
      key={module.name}
      text={text(draft.scopeValue)}
      module={module}
      format={format}
      readOnly={readOnly}
      onChange={(rule) => onType({ scopeValue: rule })}
    />
  );
}

/** The rows that a scope allows, as a sentence. */
function RuleCell({ row }: { row: Row }) {
  const format = useFormat();
  const labelOf = useRuleWords(format);
  const type = scopeDesks.data.base.fields.scopeType!;
  const module = moduleOf(row);
  const typeLabel = textOf(type, row.scopeType, format) ?? '';
  if (typeOf(row) !== scopeTypes.custom || !module) return typeLabel;
  return sentenceOf(text(row.scopeValue), module, format, labelOf) || typeLabel;
}

const dataScreen: Screen = screenOf(scopeDesks.data.module, {
  naming: 'scopeName',
  columns: ['scopeName', 'resourceCode', 'scopeClass', 'scopeType'],
  widths: { scopeName: 160, resourceCode: 160, scopeClass: 110 },
  search: ['scopeName', 'resourceCode'],
  form: [
    ['menuId'],
    ['scopeName', 'resourceCode'],
    ['scopeClass', 'scopeType'],
    ['scopeColumn'],
    ['scopeValue'],
    ['scopeField'],
    ['remark'],
  ],
  formSize: 1200,
  phone: { scopeName: 'name', resourceCode: 'code', scopeClass: 'state', scopeType: 'note' },
  cells: {
    scopeClass: ({ scopeClass }, { language }) =>
      textIn(scopedModules[text(scopeClass)]?.label, language) ?? text(scopeClass),
    scopeType: (row) => <RuleCell row={row} />,
  },
  groups: ['menuId', 'scopeField', 'scopeValue'],
  inputs: {
    menuId: (props) => <MenuInput {...props} kind="data" />,
    scopeClass: (props) => <ModuleInput {...props} />,
    scopeType: (props) => <TypeInput {...props} />,
    scopeColumn: (props) => <ColumnInput {...props} />,
    scopeField: (props) => <VisibleInput {...props} />,
    scopeValue: (props) => <RuleInput {...props} />,
  },
  isFieldShown(name, draft) {
    const type = typeOf(draft);
    if (name === 'scopeColumn')
      return type === scopeTypes.own || type === scopeTypes.dept || type === scopeTypes.deptTree;
    return name !== 'scopeValue' || type === scopeTypes.custom;
  },
});

const methodNumbers: Record<string, number> = { GET: 1, POST: 2 };
const mostRoutes = 50;

function PathInput({ draft, field, format, readOnly, onType, onBlur }: FieldInputProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { actions, selectors } = scopeDesks.api.desk;
  const { routes, routeSeek } = useSelector(selectors.all);
  const value = text(draft.scopePath);
  const label = textIn(field.label, format.language);
  const options = useMemo(() => {
    const sought = routeSeek.trim().toLowerCase();
    return routes
      .filter(({ method, path }) => `${method} ${path}`.toLowerCase().includes(sought))
      .slice(0, mostRoutes)
      .map(({ method, path }) => ({ value: `${method} ${path}`, label: path, note: method }));
  }, [routes, routeSeek]);
  if (readOnly) return shownValue(value);
  // Another server of the product family may not list its API calls.
  if (routes.length === 0)
    return (
      <TextInput
        value={value}
        aria-label={label}
        onChange={(path) => onType({ scopePath: path })}
        {...(onBlur ? { onBlur } : {})}
      />
    );
  const method = Object.keys(methodNumbers).find((one) => methodNumbers[one] === Number(draft.method)) ?? '';
  return (
    <ComboInput
      value={value && `${method} ${value}`}
      label={value}
      options={options}
      placeholder={t('scopes.path')}
      onQuery={(typed) => dispatch(actions.seekRoute(typed))}
      onPick={(option) => {
        const [picked = '', path = ''] = option?.value.split(' ') ?? [];
        onType({ scopePath: path, ...(methodNumbers[picked] ? { method: methodNumbers[picked] } : {}) });
      }}
      words={{ none: t('crud.none'), found: (count) => t('crud.found', { count }), clear: t('crud.clear') }}
      {...(onBlur ? { onBlur } : {})}
    />
  );
}

const apiScreen: Screen = screenOf(scopeDesks.api.module, {
  naming: 'scopeName',
  columns: ['scopeName', 'resourceCode', 'method', 'scopePath', 'scopeType'],
  widths: { scopeName: 160, resourceCode: 180, method: 100, scopeType: 130 },
  search: ['scopeName', 'resourceCode'],
  form: [['menuId'], ['scopeName', 'resourceCode'], ['scopePath'], ['method', 'scopeType'], ['remark']],
  phone: { scopeName: 'name', resourceCode: 'code', method: 'state', scopePath: 'note' },
  cells: { scopePath: ({ scopePath }) => <span className={style.code}>{text(scopePath)}</span> },
  groups: ['menuId'],
  inputs: {
    menuId: (props) => <MenuInput {...props} kind="api" />,
    scopePath: (props) => <PathInput {...props} />,
  },
});

const screens: Record<ScopeKind, Screen> = { data: dataScreen, api: apiScreen };

const noMenus: ScopeMenu[] = [];
/** The visible rows of the menu tree with their positions. */
function useMenuRows({ menus, closed, seek }: ScopeDesk, format: Format) {
  const all = menus ?? noMenus;
  const byId = useMemo(() => new Map(all.map((menu) => [menu.id, menu])), [all]);
  const index = useMemo(
    () =>
      treeIndex(
        treeOf(
          all.map((one) => ({ id: one.id, parentId: one.parentId, title: menuName(one, format), note: one.code })),
        ),
      ),
    [all, format],
  );
  const branches = useMemo(() => branchesOf(index), [index]);
  const lines = useMemo(
    () => visibleRows(index, { open: new Set(branches.filter((id) => !closed[id])), seek }),
    [index, branches, closed, seek],
  );
  return { lines, rows: lines.map(({ node }) => byId.get(node.id)!), branches };
}

function scopesPage(kind: ScopeKind) {
  return () => {
    const { t } = useTranslation();
    const dispatch = useDispatch();
    const format = useFormat();
    const { base, desk } = scopeDesks[kind];
    const { actions: at } = desk;
    const state = useSelector(desk.selectors.all);
    const { density } = useSelector(preferences.selectors.all);
    const { counts, shown, seek } = state;
    const { lines, rows, branches } = useMenuRows(state, format);
    const title = useMenuTitle(base.name, base.label);
    const columns = useMemo(
      (): Column<ScopeMenu>[] => [
        {
          key: 'name',
          head: t('scopes.menu'),
          pin: 'left',
          width: 280,
          phone: 'name',
          cell: (row) => (
            <button type="button" className={style.link} onClick={() => dispatch(at.configure(row))}>
              <Icon name={glyph(row.source)} size={16} /> {menuName(row, format)}
            </button>
          ),
        },
        {
          key: 'code',
          head: t('scopes.code'),
          width: 200,
          phone: 'code',
          cell: ({ code }) => <span className={style.code}>{code}</span>,
        },
        { key: 'path', head: t('scopes.address'), phone: 'note', cell: ({ path }) => path || '-' },
        {
          key: 'count',
          head: t('scopes.count'),
          width: 120,
          align: 'right',
          phone: 'amount',
          cell: ({ id }) => (counts ? (counts[id] ?? 0) : '-'),
        },
      ],
      [t, format, counts, dispatch, at],
    );
    const actions = useMemo(
      () => ({
        head: t('crud.actions'),
        more: t('crud.moreActions'),
        width: 110,
        of: (row: ScopeMenu) => [
          {
            key: 'configure',
            label: t('scopes.configure'),
            icon: 'settings' as const,
            onClick: () => void dispatch(at.configure(row)),
          },
        ],
      }),
      [t, dispatch, at],
    );
    return (
      <Page variant="fill">
        <PageTitle title={title} />
        <Card variant="fill">
          <Toolbar
            end={<IconButton icon="arrow-clockwise" label={t('crud.refresh')} onClick={() => dispatch(at.load())} />}
          >
            <span className={styles.seek}>
              <TextInput
                value={seek}
                aria-label={t('scopes.seek')}
                placeholder={t('scopes.seek')}
                prefix={<Icon name="search" size={16} />}
                onChange={(typed) => dispatch(at.seek(typed))}
              />
            </span>
            <Button onClick={() => dispatch(at.openAll())}>{t('crud.openAll')}</Button>
            <Button onClick={() => dispatch(at.closeAll(branches))}>{t('crud.closeAll')}</Button>
          </Toolbar>
          {state.menus === null && !state.isLost ? (
            <CardSkeleton lines={12} />
          ) : (
            <DataTable
              caption={title}
              columns={columns}
              rows={rows}
              keyOf={({ id }) => id}
              actions={actions}
              currentKey={state.current}
              onCurrent={(id) => dispatch(at.point(id))}
              onOpen={(row) => dispatch(at.configure(row))}
              density={density}
              busy={state.isBusy}
              tree={{
                column: 'name',
                lines,
                ...(seek.trim() === '' ? { onToggle: ({ id }: ScopeMenu) => void dispatch(at.toggle(id)) } : {}),
                words: { open: t('crud.openRow'), close: t('crud.closeRow') },
              }}
              empty={
                state.isLost && state.menus === null ? (
                  <EmptyState kind="network" title={t('scopes.lost')}>
                    <Button icon="arrow-clockwise" onClick={() => dispatch(at.load())}>
                      {t('crud.retry')}
                    </Button>
                  </EmptyState>
                ) : (
                  <EmptyState kind="filtered" title={t('scopes.noMenu')} />
                )
              }
            />
          )}
        </Card>
        {shown && <ScopesDialog kind={kind} menu={shown} />}
      </Page>
    );
  };
}

function ScopesDialog({ kind, menu }: { kind: ScopeKind; menu: ScopeMenu }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const format = useFormat();
  const { base, module, slice, desk } = scopeDesks[kind];
  const { id } = menu;
  const fixed = useMemo(() => ({ menuId: id }), [id]);
  const draft = useMemo(
    () => ({ menuId: id, ...(kind === 'data' && scopedModules[menu.code] ? { scopeClass: menu.code } : {}) }),
    [id, kind, menu.code],
  );
  return (
    <Dialog
      title={t('scopes.of', { kind: textIn(base.label, format.language), name: menuName(menu, format) })}
      size={1200}
      closeLabel={t('crud.close')}
      onClose={() => dispatch(desk.actions.close())}
      footer={<Button onClick={() => dispatch(desk.actions.close())}>{t('crud.close')}</Button>}
    >
      <CrudPanel module={module} slice={slice} screen={screens[kind]} code={base.name} fixed={fixed} draft={draft} />
    </Dialog>
  );
}

/** The page of one kind of scopes. */
export function scopesFeature(kind: ScopeKind): Feature {
  const { base, slice, desk } = scopeDesks[kind];
  return {
    name: base.name,
    needs: ['choices'],
    slices: [desk, slice],
    saga: scopesSaga(kind),
    pages: { '': scopesPage(kind) },
  };
}
