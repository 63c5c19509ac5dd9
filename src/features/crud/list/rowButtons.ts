import type { Action } from '@reduxjs/toolkit';
import type { TFunction } from 'i18next';
import { type Language, label, type Text, textIn } from '../../../../contract/domain/text';
import { type ActionSpec, isAction, type Module, type Row, type Verb } from '../../../../contract/schema/module';
import type { CrudSlice } from '../../../store/crud/crud';
import { isTree } from '../../../store/crud/crudState';
import type { IconName } from '../../../ui/icons/Icon';
import type { RowAction as TableAction } from '../../../ui/table/DataTable';
import type { Screen } from '../screen';

type Declared = [name: string, action: ActionSpec];

/** Declared actions that have an endpoint. */
export function declaredActions({ actions = {} }: Module): Declared[] {
  return Object.entries(actions).flatMap(([name, action]): Declared[] => (isAction(action) ? [[name, action]] : []));
}

export function wordOf(text: Text, language: Language): string {
  return textIn(label(...text), language);
}

/** Whether the row has this action. */
export function isShownOn({ shown }: ActionSpec, row: Row): boolean {
  return shown?.(row as never) ?? true;
}

export function offReason({ off }: ActionSpec, row: Row, language: Language): string | undefined {
  const text = off?.(row as never);
  return text && wordOf(text, language);
}

export interface RowButtonsGiven {
  module: Module;
  screen: Screen;
  at: CrudSlice['actions'];
  /** Prefix of the permission codes of this list. */
  code: string;
  language: Language;
  /** Id of the current user. */
  self: string;
  /** Why the row cannot be changed now. */
  lockedReason: string | undefined;
  /** Why the action is disabled for a user without the permission. */
  refusal(code: string): string | undefined;
  viewRow(row: Row): Action;
  isPanel: boolean;
  t: TFunction;
  dispatch(action: Action): void;
}

function usualButtons(row: Row, given: RowButtonsGiven): Record<'view' | 'edit' | 'below' | 'remove', TableAction[]> {
  const { module, screen, at, code, language, self, lockedReason, refusal, viewRow, t, dispatch } = given;
  const offers = (verb: Verb) => module.offers(verb) && !screen.without.includes(verb);
  const button = (
    key: 'view' | 'edit' | 'addBelow' | 'remove',
    icon: IconName,
    act: () => Action,
    disabled?: string,
  ): TableAction => ({
    key,
    label: t(`crud.${key}`),
    icon,
    ...(key === 'edit' ? { combo: 'E' } : {}),
    ...(disabled === undefined ? {} : { disabled }),
    onClick: () => dispatch(act()),
  });
  const ends: Readonly<Record<string, string | undefined>> = { edit: module.codes?.update, add: module.codes?.add };
  const barred = (end: string) => lockedReason ?? refusal(`${code}_${ends[end] ?? end}`);
  return {
    view: offers('detail') ? [button('view', 'eye', () => viewRow(row))] : [],
    edit:
      offers('update') && (screen.isEditable?.(row) ?? true)
        ? [button('edit', 'edit', () => screen.edit?.(row) ?? at.edit(row.id), barred('edit'))]
        : [],
    below:
      isTree(module) && offers('add') && (screen.canAddBelow?.(row) ?? true)
        ? [button('addBelow', 'add', () => at.add({ [module.tree?.parent ?? '']: row.id }), barred('add'))]
        : [],
    remove:
      offers('remove') && (screen.isRemovable?.(row) ?? true)
        ? [
            button(
              'remove',
              'delete',
              () => at.remove([row.id]),
              barred('delete') ?? textIn(screen.keptReason?.(row, self), language),
            ),
          ]
        : [],
  };
}

function standing({ leads, isRare }: ActionSpec): 'first' | 'usual' | 'last' {
  return leads ? 'first' : isRare ? 'last' : 'usual';
}

/** Row actions that the module declares. */
function declaredButtons(row: Row, given: RowButtonsGiven, stands: 'first' | 'usual' | 'last'): TableAction[] {
  const { module, at, code, language, lockedReason, refusal, dispatch } = given;
  return declaredActions(module)
    .filter(([, action]) => action.on !== 'list' && standing(action) === stands && isShownOn(action, row))
    .map(([name, action]): TableAction => {
      const disabled = lockedReason ?? refusal(`${code}_${name}`) ?? offReason(action, row, language);
      return {
        key: name,
        label: wordOf(action.label, language),
        ...(action.icon ? { icon: action.icon } : {}),
        ...(disabled === undefined ? {} : { disabled }),
        onClick: () => dispatch(at.act({ action: name, rows: [row] })),
      };
    });
}

/** Row actions of this screen. */
function ownButtons(
  row: Row,
  { screen, language, self, lockedReason, refusal, dispatch }: RowButtonsGiven,
): TableAction[] {
  return screen.rowActions
    .filter(({ isShown }) => isShown?.(row) ?? true)
    .map(({ key, label: word, icon, permission: code, isOff, act }) => {
      const disabled = lockedReason ?? (code ? refusal(code) : undefined) ?? textIn(isOff?.(row, self), language);
      return {
        key,
        label: textIn(word, language),
        ...(icon ? { icon } : {}),
        ...(disabled === undefined ? {} : { disabled }),
        onClick: () => dispatch(act(row)),
      };
    });
}

/**
 * What the record waits for; view and edit, then the actions of module and screen, the rare ones, delete last; in a panel
 * edit comes before view.
 */
export function rowButtonsOf(row: Row, given: RowButtonsGiven): TableAction[] {
  const { view, edit, below, remove } = usualButtons(row, given);
  const first = declaredButtons(row, given, 'first');
  const own = [
    ...declaredButtons(row, given, 'usual'),
    ...ownButtons(row, given),
    ...declaredButtons(row, given, 'last'),
  ];
  return given.isPanel
    ? [...first, ...edit, ...below, ...own, ...remove, ...view]
    : [...first, ...view, ...edit, ...below, ...own, ...remove];
}
