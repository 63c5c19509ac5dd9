import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { joined } from '../../../contract/domain/text';
import { type TreeIndex, type TreeNode, treeIndex } from '../../../contract/schema/tree';
import { type ChoiceSet, choices } from '../../store/crud/choices';
import { isSearched } from '../../store/crud/targets';
import { ComboInput } from '../../ui/inputs/ComboInput';
import { FieldNote } from '../../ui/inputs/fields';
import { TreeInput } from '../../ui/inputs/TreeInput';
import { arrange } from '../../ui/layout/arrange';
import { text } from '../../ui/layout/text';
import { RemovableChip } from '../../ui/overlays/messages';
import { useFormat } from './useFormat';

/** What a tree says for itself, in the language of the page. */
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

/** Choices as a tree that can be drawn, made once for as long as they are the same; without a branch that is left out. */
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

/** What a record of the set is called, by its id; undefined where that is not known. */
export function useChoiceTitle(set: ChoiceSet): (id: string) => string | undefined {
  const { index } = useChoices(set);
  const titles = useSelector((state: never) => choices.selectors.titlesOf(state, set));
  return (id) => index.nodes[index.placeOf.get(id) ?? -1]?.title ?? titles?.[id];
}

export interface ChoiceInputProps {
  of: ChoiceSet;
  /** Id of what is chosen, or several, comma-joined. */
  value: string;
  /** `title` is that of the record that was picked last; '' when one was taken away. */
  onPick(ids: string, title: string): void;
  /** Name of the list that drops from the field. */
  label: string;
  multiple?: boolean;
  /** Whole branches are chosen, and shown as one. */
  isByBranch?: boolean;
  /** What chosen ones are called for as long as the choices are not here: names, comma-joined like their ids. */
  shown?: string;
  /** A branch that is not offered: what hangs on itself cannot be. */
  without?: string;
  placeholder?: string;
  id?: string;
  readOnly?: boolean;
  onBlur?(): void;
}

/** One or several of the records that a field may point to: out of all of them, or found by a part of their name. */
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
            {t('crud.retry')}
          </button>
        </FieldNote>
      )}
    </>
  );
}

function FoundInput({ of, value, onPick, shown = '', placeholder, id, readOnly, onBlur }: ChoiceInputProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { nodes, busy, isLost } = useSelector((state: never) => choices.selectors.of(state, of));
  const titles = useSelector((state: never) => choices.selectors.titlesOf(state, of));
  return (
    <ComboInput
      value={value}
      label={value === '' ? '' : titles?.[value] || shown || value}
      options={isLost ? [] : nodes.map((node) => ({ value: node.id, label: node.title || node.id, note: node.note }))}
      busy={busy}
      {...(isLost ? { trouble: { text: t('choose.lost'), retry: t('crud.retry') } } : {})}
      {...(id ? { id } : {})}
      {...(readOnly ? { readOnly } : {})}
      {...(placeholder ? { placeholder } : {})}
      {...(onBlur ? { onBlur } : {})}
      onQuery={(text) => dispatch(choices.actions.find({ of, text }))}
      onPick={(option) => onPick(option?.value ?? '', option?.label ?? '')}
      words={{ none: t('crud.none'), found: (count) => t('crud.found', { count }), clear: t('crud.clear') }}
    />
  );
}

/** Several records that are found by typing: each chosen one can be taken away, and the field adds another. */
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

/** What records are called that are known by their ids; an id where nothing is known of it. */
export function ChoiceNames({ of, ids }: { of: ChoiceSet; ids: string }) {
  const { language } = useFormat();
  const titleOf = useChoiceTitle(of);
  return joined(
    idsOf(ids).map((id) => titleOf(id) || id),
    language,
  );
}
