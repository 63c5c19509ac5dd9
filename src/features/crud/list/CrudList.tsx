import { StaleBar } from '../StaleBar';
import { Filters, UnseenConditions } from './Filters';
import { ListPager } from './ListPager';
import { ListPaper } from './ListPaper';
import { ListTable } from './ListTable';
import { ListToolbar } from './ListToolbar';
import { OutgoingLine } from './ListTransfer';
import type { List } from './useList';

/** A list from its filters to its pager, in a page of its own or beside others. */
export function CrudList({ list }: { list: List }) {
  return (
    <>
      {list.screen.search.length > 0 && <Filters list={list} />}
      {!list.isPanel && <UnseenConditions list={list} />}
      <ListToolbar list={list} />
      <OutgoingLine list={list} />
      {list.isStale && (
        <StaleBar isCutOff={list.state.isCutOff} isOther={list.freshness === 'other'} onRetry={list.reload} />
      )}
      <ListTable list={list} />
      <ListPager list={list} />
      {!list.isPanel && <ListPaper list={list} />}
    </>
  );
}
