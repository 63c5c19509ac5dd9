import { useSelector } from 'react-redux';
import { textIn } from '../../../../contract/domain/text';
import { menu, menuLabel } from '../../../store/navigation/menu';
import { Button, ButtonLink } from '../../../ui/inputs/buttons';
import { EmptyState } from '../../../ui/overlays/messages';
import { doing, within } from '../cells';
import { ConditionChip } from './Filters';
import type { List } from './useList';

/** Why the list is empty, with the action that helps. */
export function ListEmpty({ list }: { list: List }) {
  const { t, format, state, title, screen, off, isLost, isPanel, conditions, offers, refusal, code } = list;
  const { first } = screen;
  const places = useSelector(menu.selectors.leaves);
  const name = within(title);
  if (off) return <EmptyState kind="never" title={off} />;
  if (isLost)
    return (
      <EmptyState
        kind={state.isCutOff ? 'network' : 'broken'}
        title={t(state.isCutOff ? 'crud.cutOffTitle' : 'crud.refusedTitle')}
        text={t(state.isCutOff ? 'crud.cutOffText' : 'crud.refusedText')}
      >
        <Button tone="primary" icon="arrow-clockwise" onClick={list.reload}>
          {t('frame.retry')}
        </Button>
      </EmptyState>
    );
  if (conditions.length > 0)
    return (
      <EmptyState kind="filtered" title={t('crud.filteredTitle', { name })}>
        {conditions.map(([key, value]) => (
          <ConditionChip key={key} list={list} name={key} value={value} />
        ))}
        <Button onClick={list.clear}>{t('crud.clearFilters')}</Button>
      </EmptyState>
    );
  const canAdd = !isPanel && offers('add') && refusal(`${code}_add`) === undefined;
  const page = places.find((place) => place.code === first?.page);
  return (
    <EmptyState
      kind="never"
      title={t('crud.emptyTitle')}
      text={textIn(first?.text, format.language) ?? t('crud.emptyText', { name })}
    >
      {canAdd && (
        <Button icon="add" onClick={list.add}>
          {doing(t('crud.add'), name, format.language)}
        </Button>
      )}
      {page && <ButtonLink to={page.path}>{textIn(menuLabel(page), format.language)}</ButtonLink>}
    </EmptyState>
  );
}
