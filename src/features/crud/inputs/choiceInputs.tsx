import type { TFunction } from 'i18next';
import { type SyntheticEvent, useEffect, useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { joined, textIn } from '../../../../contract/domain/text';
import { type TreeIndex, type TreeNode, treeIndex } from '../../../../contract/schema/tree';
import { type ChoiceSet, choices, targetOf } from '../../../store/crud/choices';
import { creation } from '../../../store/crud/creation';
import { choosable, isSearched } from '../../../store/crud/targets';
import { features } from '../../../store/features';
import { permission } from '../../../store/navigation/menu';
import { ComboInput } from '../../../ui/inputs/ComboInput';
import { FieldNote } from '../../../ui/inputs/fields';
import { RemovableChip } from '../../../ui/inputs/RemovableChip';
import { TreeInput } from '../../../ui/inputs/TreeInput';
import { arrange } from '../../../ui/layout/arrange';
import { text } from '../../../ui/layout/text';
import { within } from '../cells';
import { useFormat } from '../useFormat';
import { creatorOf } from './creators';

/** Texts of a tree in the language of the page. */
export function treeWords(t: TFunction) {
  return {
    empty: t('choose.empty'),
    loading: t('choose.loading'),
    clear: t('choose.clear'),
    remove: (name: string) => t('choose.remove', { name }),
    more: (count: number) => t('choose.more', { count }),
    found: (count: number) => t('choose.found', { count }),
  };
}

const isWaiting = new Set(['']);

function idsOf(joined: string): string[] {
  return joined.split(',').filter(Boolean);
}

/** The tree of the choices without `without` and its descendants, memoized for the same choices. */
export function useChoices(set: ChoiceSet, without = '') {
  const { nodes, busy, isLost } = useSelector((state: never) => choices.selectors.of(state, set));
  const index = useMemo((): TreeIndex => {
    const rest = (some: readonly TreeNode[]): TreeNode[] =>
      some
        .filter(({ id }) => id !== without)
        .map((node) => (node.children ? { ...node, children: rest(node.children) } : node));
    return treeIndex(without === '' ? nodes : rest(nodes));
  }, [nodes, without]);
  return { index, busy, isLost };
}

/** Title of the record with this id; undefined when unknown. */
export function useChoiceTitle(set: ChoiceSet): (id: string) => string | undefined {
  const { index } = useChoices(set);
  const titles = useSelector((state: never) => choices.selectors.titlesOf(state, set));
  return (id) => index.nodes[index.placeOf.get(id) ?? -1]?.title ?? titles?.[id];
}

export interface ChoiceInputProps {
  of: ChoiceSet;
  /** Id of the chosen record, or several, comma-joined. */
  value: string;
  /** `title` is that of the record chosen last; '' when one was removed. */
  onPick(ids: string, title: string): void;
  /** Accessible name of the drop-down list. */
  label: string;
  multiple?: boolean;
  /** Choosing a branch chooses all of it, shown as one entry. */
  isByBranch?: boolean;
  /** Titles of the chosen records until the choices are loaded: comma-joined like their ids. */
  shown?: string;
  /** A branch that is not offered: a record cannot be its own descendant. */
  without?: string;
  placeholder?: string;
  id?: string;
  readOnly?: boolean;
  onBlur?(): void;
  /** A record that is not there yet can be added, by those who may add one. */
  creates?: boolean;
}

/** Input for one or several records that a field refers to: from all of them, or searched by name. */
export function ChoiceInput(props: ChoiceInputProps) {
  if (!isSearched(props.of)) return <WholeInput {...props} />;
  return props.multiple ? <FoundInputs {...props} /> : <FoundInput {...props} />;
}

function WholeInput(props: ChoiceInputProps) {
  const { of, value, onPick, multiple = false, isByBranch = false, shown = '', without, ...rest } = props;
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { index, busy, isLost } = useChoices(of, without);
  const names = shown.split(',');
  const ids = idsOf(value);
  const common = {
    ...rest,
    index,
    titles: Object.fromEntries(ids.flatMap((id, at) => (names[at] ? [[id, names[at]]] : []))),
    ...(busy && index.nodes.length === 0 ? { loading: isWaiting } : {}),
    words: treeWords(t),
  };
  const titleOf = (id: string) => index.nodes[index.placeOf.get(id) ?? -1]?.title ?? '';
  return (
    <>
      {multiple ? (
        <TreeInput {...common} multiple strict={!isByBranch} value={ids} onChange={(to) => onPick(to.join(','), '')} />
      ) : (
        <TreeInput {...common} value={value} onChange={(id) => onPick(id, titleOf(id))} />
      )}
      {isLost && (
        <FieldNote tone="problem">
          {t('choose.lost')}
          <button type="button" className={text.link} onClick={() => dispatch(choices.actions.need([of]))}>
            {t('frame.retry')}
          </button>
        </FieldNote>
      )}
    </>
  );
}

function stop(event: SyntheticEvent) {
  event.stopPropagation();
}
/** React tells the form behind of what happens in the one above it, which is none of its own. */
const untold = { onSubmit: stop, onKeyDown: stop, onBlur: stop };

/** The form of a new record above the form that needs it. */
function CreationForm({ of, by, onPick }: { of: string; by: string; onPick(id: string, title: string): void }) {
  const dispatch = useDispatch();
  const { made } = useSelector((state: never) => creation.selectors.of(state, of, by)) ?? {};
  const isReady = useSelector((state: never) => features.selectors.isReady(state, of));
  const Form = isReady ? creatorOf(of) : undefined;
  useEffect(() => {
    if (!made) return;
    onPick(made.id, made.title);
    dispatch(creation.actions.ended(of));
  });
  return <span {...untold}>{Form && !made && <Form />}</span>;
}

/** What a field offers to those who may add the record that it points to; undefined for others. */
function useCreation({ of, creates = false, readOnly = false }: ChoiceInputProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { language } = useFormat();
  const by = useId();
  const { to } = targetOf(of);
  const module = creates && !readOnly ? choosable(to) : undefined;
  const may = useSelector((state: never) => module && permission.selectors.may(state, module.permission('add')));
  const isOwn = useSelector((state: never) => creation.selectors.of(state, to, by)) !== undefined;
  if (!module || !may) return undefined;
  const name = within(textIn(module.label, language));
  return {
    to,
    by,
    isOpen: isOwn,
    label: (text: string) => (text === '' ? t('choose.create', { name }) : t('choose.createNamed', { name, text })),
    act: (typed: string) => dispatch(creation.actions.begin({ of: to, by, typed })),
  };
}

function FoundInput(props: ChoiceInputProps) {
  const { of, value, onPick, shown = '', placeholder, id, readOnly, onBlur } = props;
  const made = useCreation(props);
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { nodes, busy, isLost } = useSelector((state: never) => choices.selectors.of(state, of));
  const titles = useSelector((state: never) => choices.selectors.titlesOf(state, of));
  const input = (
    <ComboInput
      value={value}
      {...(made ? { create: made } : {})}
      label={value === '' ? '' : titles?.[value] || shown || value}
      options={isLost ? [] : nodes.map((node) => ({ value: node.id, label: node.title || node.id, note: node.note }))}
      busy={busy}
      {...(isLost ? { trouble: { text: t('choose.lost'), retry: t('frame.retry') } } : {})}
      {...(id ? { id } : {})}
      {...(readOnly ? { readOnly } : {})}
      {...(placeholder ? { placeholder } : {})}
      {...(onBlur ? { onBlur } : {})}
      onQuery={(text) => dispatch(choices.actions.find({ of, text }))}
      onPick={(option) => onPick(option?.value ?? '', option?.label ?? '')}
      words={{ none: t('crud.none'), found: (count) => t('crud.found', { count }), clear: t('crud.clear') }}
    />
  );
  return (
    <>
      {input}
      {made?.isOpen && <CreationForm of={made.to} by={made.by} onPick={onPick} />}
    </>
  );
}

/** Input for several records found by typing; each chosen one can be removed. */
function FoundInputs({ value, onPick, shown = '', ...rest }: ChoiceInputProps) {
  const { t } = useTranslation();
  const titleOf = useChoiceTitle(rest.of);
  const ids = idsOf(value);
  const names = shown.split(',');
  return (
    <span className={arrange.row}>
      {ids.map((id, at) => {
        const name = titleOf(id) ?? (names[at] || id);
        const drop = () => onPick(ids.filter((one) => one !== id).join(','), '');
        return rest.readOnly ? (
          <span key={id}>{name}</span>
        ) : (
          <RemovableChip key={id} removeLabel={t('choose.remove', { name })} onRemove={drop}>
            {name}
          </RemovableChip>
        );
      })}
      {!rest.readOnly && (
        <FoundInput
          {...rest}
          value=""
          placeholder={rest.placeholder ?? t('choose.addOne')}
          onPick={(id, title) => id !== '' && !ids.includes(id) && onPick([...ids, id].join(','), title)}
        />
      )}
    </span>
  );
}

/** Titles of records known by id; the id where the title is unknown. */
export function ChoiceNames({ of, ids }: { of: ChoiceSet; ids: string }) {
  const { language } = useFormat();
  const titleOf = useChoiceTitle(of);
  return joined(
    idsOf(ids).map((id) => titleOf(id) || id),
    language,
  );
}
