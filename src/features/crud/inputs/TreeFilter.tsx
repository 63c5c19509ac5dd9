import { type ComponentType, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { textIn } from '../../../../contract/domain/text';
import { filtersOf } from '../../../../contract/schema/conditions';
import type { Module } from '../../../../contract/schema/module';
import { treeIndex } from '../../../../contract/schema/tree';
import { type ChoiceSet, choices } from '../../../store/crud/choices';
import type { CrudSlice } from '../../../store/crud/crud';
import { folded } from '../../../store/crud/crudState';
import { LinkButton } from '../../../ui/inputs/LinkButton';
import { BesideTree } from '../../../ui/layout/Beside';
import { TreePane } from '../../../ui/tree/TreePane';
import { within } from '../cells';
import { useFormat } from '../useFormat';
import { treeWords } from './choiceInputs';

const all = '*';
const isWaiting = new Set(['']);

interface TreeSideProps {
  module: Module;
  slice: CrudSlice;
  /** Title of the tree. */
  of: ChoiceSet;
  /** The filter that gets the chosen node. */
  filter: string;
}

function TreeSide({ module, slice, of, filter }: TreeSideProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { language } = useFormat();
  const { actions: at } = slice;
  const { nodes, busy, isLost } = useSelector((state: never) => choices.selectors.of(state, of));
  const { seek, side = folded } = useSelector(slice.selectors.all);
  const label = textIn(module.fields[filter]?.label, language) ?? '';
  const index = useMemo(() => treeIndex([{ id: all, parentId: '', title: t('choose.all') }, ...nodes]), [nodes, t]);
  const open = useMemo(() => new Set(side.open ?? nodes.map(({ id }) => id)), [side.open, nodes]);
  const current = seek[filter] || all;
  const chosen = index.nodes[index.placeOf.get(current) ?? 0]?.title ?? '';
  const turn = (change: Parameters<typeof at.turnSide>[0]) => dispatch(at.turnSide(change));
  const pick = (id: string) => {
    const wanted = { ...seek, [filter]: id === all ? '' : id };
    dispatch(at.seek({ [filter]: wanted[filter] ?? '' }));
    dispatch(at.list({ current: 1, filters: filtersOf(module, wanted) }));
    // On a narrow screen the tree stands above the list, so it folds to make room for the results.
    if (side.isUnfolded) turn({ isUnfolded: false });
  };
  return (
    <BesideTree
      label={label}
      fold={{
        isOpen: side.isUnfolded === true,
        title: `${label}: ${chosen}`,
        onFold: (isUnfolded) => turn({ isUnfolded }),
      }}
    >
      <TreePane
        index={index}
        label={label}
        open={open}
        onToggle={(id) => turn({ open: open.has(id) ? [...open].filter((one) => one !== id) : [...open, id] })}
        onOpenAll={(ids) => turn({ open: [...open, ...ids] })}
        seek={side.seek}
        onSeek={(text) => turn({ seek: text })}
        current={current}
        onSelect={pick}
        {...(busy && nodes.length === 0 ? { loading: isWaiting } : {})}
        aside={
          isLost ? (
            <LinkButton onClick={() => dispatch(choices.actions.need([of]))}>{t('frame.retry')}</LinkButton>
          ) : undefined
        }
        words={{
          ...treeWords(t),
          empty: t(isLost ? 'choose.lost' : 'choose.empty'),
          added: '',
          removed: '',
          seek: t('choose.seek', { name: within(label) }),
          count: (ticked, count) => t('choose.count', { ticked, all: count }),
        }}
      />
    </BesideTree>
  );
}

/** A tree left of a list; the chosen node is one of the list's filters. */
export function treeFilter(
  module: Module,
  slice: CrudSlice,
  { of, filter }: Pick<TreeSideProps, 'of' | 'filter'>,
): ComponentType {
  return () => <TreeSide module={module} slice={slice} of={of} filter={filter} />;
}
