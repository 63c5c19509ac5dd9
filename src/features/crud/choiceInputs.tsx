import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { type TreeIndex, type TreeNode, treeIndex } from '../../../contract/schema/tree';
import { type ChoiceSource, choices } from '../../store/crud/choices';
import { TreeInput } from '../../ui/inputs/TreeInput';
import { useFormat } from './useFormat';

/** What a tree says for itself, in the language of the page. */
export const treeWords = (t: TFunction) => ({
  empty: t('choose.empty'),
  loading: t('choose.loading'),
  clear: t('choose.clear'),
  remove: (name: string) => t('choose.remove', { name }),
  more: (count: number) => t('choose.more', { count }),
  found: (count: number) => t('choose.found', { count }),
});

const isWaiting = new Set(['']);

/** Choices as a tree that can be drawn, made once for as long as they are the same; without a branch that is left out. */
export const useChoices = (from: ChoiceSource, without = '') => {
  const { nodes, busy, isLost } = useSelector((state: never) => choices.selectors.of(state, from));
  const index = useMemo((): TreeIndex => {
    const rest = (some: readonly TreeNode[]): TreeNode[] =>
      some
        .filter(({ id }) => id !== without)
        .map((node) => (node.children ? { ...node, children: rest(node.children) } : node));
    return treeIndex(without === '' ? nodes : rest(nodes));
  }, [nodes, without]);
  return { index, busy, isLost };
};

const idsOf = (joined: string): string[] => joined.split(',').filter(Boolean);

export interface ChoiceInputProps {
  from: ChoiceSource;
  /** Id of what is chosen, or several, comma-joined. */
  value: string;
  onPick(ids: string): void;
  /** Name of the tree that drops from the field. */
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

/** One or several out of all records of a kind. */
export const ChoiceInput = (props: ChoiceInputProps) => {
  const { from, value, onPick, multiple = false, isByBranch = false, shown = '', without, ...rest } = props;
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { index, busy, isLost } = useChoices(from, without);
  const names = shown.split(',');
  const ids = idsOf(value);
  const common = {
    ...rest,
    index,
    titles: Object.fromEntries(ids.flatMap((id, at) => (names[at] ? [[id, names[at]]] : []))),
    ...(busy && index.nodes.length === 0 ? { loading: isWaiting } : {}),
    words: treeWords(t),
  };
  return (
    <>
      {multiple ? (
        <TreeInput {...common} multiple strict={!isByBranch} value={ids} onChange={(to) => onPick(to.join(','))} />
      ) : (
        <TreeInput {...common} value={value} onChange={onPick} />
      )}
      {isLost && (
        <span className="field-note note-problem" role="alert">
          {t('choose.lost')}
          <button type="button" className="link" onClick={() => dispatch(choices.actions.need([from]))}>
            {t('crud.retry')}
          </button>
        </span>
      )}
    </>
  );
};

/** What records are called that are known by their ids; an id where nothing is known of it. */
export const ChoiceNames = ({ from, ids }: { from: ChoiceSource; ids: string }) => {
  const { language } = useFormat();
  const { index } = useChoices(from);
  const nameOf = (id: string) => index.nodes[index.placeOf.get(id) ?? -1]?.title ?? id;
  return idsOf(ids)
    .map(nameOf)
    .join(language === 'zh' ? '、' : ', ');
};
