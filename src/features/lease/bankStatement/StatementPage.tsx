import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { formatMoney } from '../../../../contract/domain/money';
import { bankStatement, chainStates } from '../../../../contract/modules/lease/bankStatement';
import { maskCard } from '../../../../contract/schema/mask';
import { pageSizes } from '../../../../contract/schema/paging';
import { lineGroups } from '../../../../contract/wire/bank/lines';
import { permission } from '../../../store/navigation/menu';
import { Button } from '../../../ui/inputs/buttons';
import { arrange } from '../../../ui/layout/arrange';
import { Page } from '../../../ui/layout/frame';
import { RecordHead } from '../../../ui/layout/record';
import { Card, Figures, Segments } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { CardSkeleton, EmptyState } from '../../../ui/overlays/messages';
import { Pager } from '../../../ui/table/Pager';
import { errorText } from '../../crud/errorText';
import { usePageAddress } from '../../crud/links';
import { useFormat } from '../../crud/useFormat';
import { DeedDialog } from '../deed/DeedDialog';
import { AssignDialog } from './AssignDialog';
import { chainChip } from './chainChip';
import { LinesTable } from './LinesTable';
import { type Deed, isOpenLine, pickedLines, type StatementPage as State, statementPages } from './statementSlice';

const { actions: at, selectors: see } = statementPages;

/** What can be done with the chosen lines, and with all that are clear. */
function Commands({ page, path }: { page: State; path: string }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const codes = useSelector(permission.selectors.codes);
  const chosen = pickedLines(page);
  const open = chosen.filter(isOpenLine);
  const act = (deed: Deed) => () => dispatch(at.act({ path, deed }));
  const off = (why: string | false) => (why ? { disabledReason: why } : {});
  const clear = page.lines?.counts.matched ?? 0;
  const needsOpen = open.length === 0 && t('bank.pickFirst');
  const unmatched = open.some(({ proposals }) => proposals.length === 0) && t('bank.pickMatched');
  return (
    <div className={arrange.row}>
      {codes.bankStatement_confirm === true && (
        <>
          <Button size="small" icon="arrow-sync" onClick={act('rematch')} busy={page.busy}>
            {t('bank.rematch')}
          </Button>
          <Button size="small" onClick={act('unclaimed')} {...off(needsOpen)}>
            {t('bank.unclaimed')}
          </Button>
        </>
      )}
      {codes.bankStatement_ignore === true && (
        <Button size="small" onClick={act('ignore')} {...off(needsOpen)}>
          {t('bank.ignore')}
        </Button>
      )}
      {codes.bankStatement_undo === true && (
        <Button size="small" onClick={act('undo')} {...off(chosen.length === open.length && t('bank.pickDone'))}>
          {t('bank.undo')}
        </Button>
      )}
      {codes.bankStatement_confirm === true && (
        <>
          <Button size="small" onClick={act('confirm')} busy={page.busy} {...off(needsOpen || unmatched)}>
            {t('bank.confirm', { count: open.length })}
          </Button>
          <Button
            size="small"
            tone="primary"
            onClick={act('confirmAll')}
            busy={page.busy}
            {...off(clear === 0 && t('bank.noClear'))}
          >
            {t('bank.confirmAll', { count: clear })}
          </Button>
        </>
      )}
    </div>
  );
}

/** The balance that the statement begins with; what is missing before it stands there, with its explanation. */
function Opening({ row, isGap }: { row: NonNullable<State['row']>; isGap: boolean }) {
  const format = useFormat();
  return (
    <>
      {formatMoney(row.opening ?? '0')}
      {isGap && <div>{chainChip(row, format)}</div>}
      {isGap && row.gapReason && <div className={text.caption}>{row.gapReason}</div>}
    </>
  );
}

/** One statement: its lines with what they pay and why, to be confirmed. */
export function StatementPage() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const addressOf = usePageAddress();
  const format = useFormat();
  const { pathname: path } = useLocation();
  const page: State | undefined = useSelector((state: never) => see.of(state, path));
  if (page && page.trouble !== null && !page.row)
    return (
      <Page>
        <EmptyState
          kind={page.trouble ? 'missing' : 'network'}
          title={page.trouble ? errorText(t, page.trouble) : t('bank.pageLost')}
          isPage
        >
          <Button icon="arrow-clockwise" onClick={() => dispatch(at.load({ path }))}>
            {t('frame.retry')}
          </Button>
        </EmptyState>
      </Page>
    );
  if (!page?.row || !page.lines)
    return (
      <Page>
        <CardSkeleton />
      </Page>
    );
  const { row, lines, group, current, size } = page;
  const { counts } = lines;
  const isGap = row.chain === chainStates.gap || row.chain === chainStates.explained;
  return (
    <Page>
      <RecordHead
        title={`${row.bankName} ${row.account?.slice(-4) ?? ''} · ${row.dateFrom === row.dateTo ? row.dateTo : `${row.dateFrom} – ${row.dateTo}`}`}
        back={{ label: t('bank.back'), to: addressOf({ feature: bankStatement.name }) }}
      >
        {!isGap && chainChip(row, format)}
      </RecordHead>
      <Card>
        <Figures
          items={[
            { label: t('bank.account'), value: maskCard(row.account ?? '') },
            { label: t('bank.opening'), value: <Opening row={row} isGap={isGap} /> },
            { label: t('bank.closing'), value: formatMoney(row.closing ?? '0') },
            { label: t('bank.toDo'), value: `${counts.all - counts.done} / ${counts.all}` },
            { label: t('bank.file'), value: row.fileName ?? '' },
          ]}
        />
      </Card>
      <Card title={t('bank.lines')} variant="flush" aside={<Commands page={page} path={path} />}>
        <div className={arrange.inset}>
          <Segments
            label={t('bank.groups')}
            items={lineGroups.map((key) => ({ key, label: `${t(`bank.group_${key}`)} ${counts[key]}` }))}
            current={group}
            onPick={(key) => dispatch(at.load({ path, group: key as (typeof lineGroups)[number] }))}
          />
        </div>
        <LinesTable page={page} path={path} />
        <Pager
          total={lines.total}
          current={current}
          size={size}
          sizes={pageSizes}
          onChange={(to) => dispatch(at.load({ path, ...to }))}
          words={{
            total: (rows) => t('crud.total', { rows }),
            perPage: (count) => t('crud.perPage', { count }),
            goTo: t('crud.goTo'),
            goToEnd: t('crud.goToEnd'),
            page: t('crud.page'),
            previous: t('crud.previous'),
            next: t('crud.next'),
          }}
        />
      </Card>
      <DeedDialog />
      {page.assigning && <AssignDialog path={path} assigning={page.assigning} />}
    </Page>
  );
}
