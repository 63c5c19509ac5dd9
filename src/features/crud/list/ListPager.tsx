import { Fragment } from 'react';
import { Trans } from 'react-i18next';
import { formatMoney } from '../../../../contract/domain/money';
import { countIn } from '../../../../contract/domain/text';
import { pageSizes } from '../../../../contract/schema/paging';
import { text } from '../../../ui/layout/text';
import { Pager, Total } from '../../../ui/table/Pager';
import { within } from '../cells';
import { type List, sumsOf } from './useList';

/** Number of rows, their sums, and page navigation. */
export function ListPager({ list }: { list: List }) {
  const { t, dispatch, at, state, hasTree, tree, isWaiting, isPanel, off, title, format } = list;
  const figure = (count: number) => countIn(count, format.language);
  const total = off ? 0 : (state.page?.total ?? 0);
  const isUnknown = (list.isStale && list.freshness === 'other') || state.page?.isCounting;
  if (isWaiting) return null;
  if (hasTree)
    return (
      <Total>
        {tree.found === undefined
          ? t('crud.total', { rows: figure(total) })
          : t('crud.treeFound', { found: figure(tree.found), rows: figure(total) })}
      </Total>
    );
  return (
    <Pager
      sums={sumsOf(list).map(({ side, sums }) => (
        <Fragment key={side}>
          {sums.map(({ name, label, sum }) => (
            <span key={name}>
              <Trans
                t={t}
                i18nKey={side === undefined ? 'crud.sum' : 'crud.sideSum'}
                values={{ side: side ?? '', name: within(label), sum: formatMoney(sum) }}
                components={{ b: <b />, c: <span className={text.caption} /> }}
              />
            </span>
          ))}
        </Fragment>
      ))}
      total={total}
      current={state.query.current}
      size={state.query.size}
      sizes={pageSizes}
      // Going to another page chooses no page size.
      onChange={(to) => dispatch(at.list(to.size === state.query.size ? { current: to.current } : to))}
      words={{
        total: (rows) => (isUnknown ? t('crud.totalUnknown') : t('crud.total', { rows: figure(rows) })),
        perPage: (count) => t('crud.perPage', { count }),
        goTo: t('crud.goTo'),
        goToEnd: t('crud.goToEnd'),
        // With several pagers on a page, each names its list.
        page: isPanel ? `${title} ${t('crud.page')}` : t('crud.page'),
        previous: t('crud.previous'),
        next: t('crud.next'),
      }}
    />
  );
}
