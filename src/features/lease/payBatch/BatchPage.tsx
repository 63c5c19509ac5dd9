import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import type { Tone } from '../../../../contract/domain/lifecycle/orderStates';
import { formatMoney } from '../../../../contract/domain/money';
import { textIn } from '../../../../contract/domain/text';
import { batchStates, itemStates, payBatch } from '../../../../contract/modules/lease/payBatch';
import { receipt } from '../../../../contract/modules/lease/receipt';
import type { Module } from '../../../../contract/schema/module';
import type { PayItem } from '../../../../contract/wire/bank/lines';
import type { CrudSlice } from '../../../store/crud/crud';
import { permission } from '../../../store/navigation/menu';
import { preferences } from '../../../store/preferences';
import type { IconName } from '../../../ui/icons/Icon';
import { Button } from '../../../ui/inputs/buttons';
import { Page } from '../../../ui/layout/frame';
import { RecordHead } from '../../../ui/layout/record';
import { StatusChip } from '../../../ui/layout/status';
import { Card, Figures } from '../../../ui/layout/surfaces';
import { CardSkeleton, EmptyState } from '../../../ui/overlays/messages';
import type { Column } from '../../../ui/table/DataTable';
import { FittedTable } from '../../../ui/table/FittedTable';
import { textOf } from '../../crud/cells';
import { errorText } from '../../crud/errorText';
import { PageLink, usePageAddress } from '../../crud/links';
import { declaredActions, isShownOn, wordOf } from '../../crud/list/rowButtons';
import { WaitingMark } from '../../crud/list/waiting';
import { useFormat } from '../../crud/useFormat';
import { DeedDialog } from '../deed/DeedDialog';
import { OrderLink } from '../order/links';
import { batchPages, type BatchPage as State } from './batchSlice';
import { paidFor } from './paidFor';

const { actions: at, selectors: see } = batchPages;
type Shown = NonNullable<State['row']>;

function Commands({ row, busy, path, slice }: { row: Shown; busy: boolean; path: string; slice: CrudSlice }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { language } = useFormat();
  const codes = useSelector(permission.selectors.codes);
  const isSent = row.state === batchStates.sent || row.state === batchStates.answered;
  return (
    <>
      {isSent &&
        codes.payBatch_file === true &&
        (['csv', 'xlsx'] as const).map((format) => (
          <Button key={format} icon="document" busy={busy} onClick={() => dispatch(at.save({ path, format }))}>
            {t('bank.saveFile', { format: format.toUpperCase() })}
          </Button>
        ))}
      {declaredActions(payBatch as unknown as Module)
        .filter(([name, action]) => isShownOn(action, { ...row }) && codes[`${payBatch.name}_${name}`] === true)
        .sort(([, one], [, other]) => Number(one.tone === 'primary') - Number(other.tone === 'primary'))
        .map(([name, { label, icon, tone }]) => (
          <Button
            key={name}
            icon={icon as 'dismiss'}
            {...(tone ? { tone } : {})}
            onClick={() => dispatch(slice.actions.act({ action: name, rows: [{ ...row }] }))}
          >
            {wordOf(label, language)}
          </Button>
        ))}
      {row.state !== batchStates.draft && row.sentTime && codes.payBatch_answer === true && (
        <Button icon="arrow-upload" tone="primary" onClick={() => dispatch(at.answer({ path }))}>
          {t('bank.answerFile')}
        </Button>
      )}
    </>
  );
}

const stateNames = Object.fromEntries(Object.entries(itemStates).map(([name, number]) => [number, name])) as Record<
  number,
  keyof typeof itemStates
>;

function ItemsTable({ items }: { items: readonly PayItem[] }) {
  const { t } = useTranslation();
  const { density } = useSelector(preferences.selectors.all);
  const columns: Column<PayItem>[] = [
    { key: 'itemNo', head: t('bank.itemNo'), align: 'right', cell: ({ itemNo }) => itemNo },
    {
      key: 'order',
      head: t('bank.contract'),
      isLong: true,
      phone: 'code',
      text: (item) => `${item.contractCode} ${paidFor(item, t)}`,
      cell: (item) => (
        <>
          <OrderLink id={item.orderId} code={item.contractCode} /> {paidFor(item, t)}
        </>
      ),
    },
    { key: 'payee', head: t('bank.payee'), isLong: true, phone: 'name', cell: ({ payeeName }) => payeeName },
    { key: 'account', head: t('bank.account'), cell: ({ account }) => account },
    { key: 'bank', head: t('bank.bankName'), width: 120, isLong: true, cell: ({ bankName }) => bankName },
    {
      key: 'amount',
      head: t('bank.amount'),
      align: 'right',
      strong: true,
      phone: 'amount',
      cell: ({ amount }) => formatMoney(amount),
    },
    {
      key: 'state',
      head: t('bank.state'),
      width: 200,
      isLong: true,
      phone: 'state',
      cell: ({ state, bankReason, receiptId, receiptNo }) =>
        receiptId ? (
          <PageLink to={{ feature: receipt.name, rest: `detail/${receiptId}` }}>{receiptNo}</PageLink>
        ) : (
          [t(`bank.item_${stateNames[state] ?? 'waiting'}`), bankReason].filter(Boolean).join('：')
        ),
    },
  ];
  return (
    <FittedTable<PayItem>
      caption={t('bank.items')}
      columns={columns}
      rows={items}
      keyOf={({ id }) => id}
      density={density}
      empty={<EmptyState kind="never" title={t('bank.empty')} />}
    />
  );
}

const looks: Readonly<Record<number, readonly [Tone, IconName]>> = {
  [batchStates.draft]: ['neutral', 'edit'],
  [batchStates.sent]: ['brand', 'hourglass'],
  [batchStates.answered]: ['success', 'checkmark-circle'],
  [batchStates.cancelled]: ['quiet', 'prohibited'],
};

/** One payment file: its control total, its payments, and what the bank has answered. */
export function BatchPage({ slice }: { slice: CrudSlice }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const format = useFormat();
  const addressOf = usePageAddress();
  const { pathname: path } = useLocation();
  const page: State | undefined = useSelector((state: never) => see.of(state, path));
  if (!page)
    return (
      <Page>
        <CardSkeleton />
      </Page>
    );
  const { row, items, trouble, busy } = page;
  if (!row)
    return (
      <Page>
        <EmptyState
          kind={trouble ? 'missing' : 'network'}
          title={trouble ? errorText(t, trouble) : t('bank.pageLost')}
          isPage
        >
          <Button icon="arrow-clockwise" onClick={() => dispatch(at.load({ path }))}>
            {t('frame.retry')}
          </Button>
        </EmptyState>
      </Page>
    );
  const { fields } = payBatch;
  return (
    <Page>
      <RecordHead
        title={row.batchNo ?? ''}
        back={{ label: t('bank.backToFiles'), to: addressOf({ feature: payBatch.name }) }}
        end={<Commands row={row} busy={busy} path={path} slice={slice} />}
      >
        <StatusChip tone={looks[row.state ?? 1]?.[0] ?? 'neutral'} glyph={looks[row.state ?? 1]?.[1] ?? 'circle'}>
          {textOf(fields.state, row.state, format)}
        </StatusChip>
        <WaitingMark module={payBatch} row={{ ...row }} />
      </RecordHead>
      <Card>
        <Figures
          items={[
            { label: t('bank.total'), value: formatMoney(row.totalAmount ?? '0'), large: true },
            { label: t('bank.count'), value: String(row.itemCount ?? 0) },
            { label: t('bank.layout'), value: textOf(fields.layout, row.layout, format) ?? '' },
            ...(row.digest
              ? [{ label: textIn(payBatch.fields.digest.label, format.language), value: row.digest }]
              : []),
            { label: t('bank.results'), value: `${row.paidCount ?? 0} / ${row.failedCount ?? 0}` },
          ]}
        />
      </Card>
      <Card title={t('bank.items')} variant="flush">
        <ItemsTable items={items} />
      </Card>
      <DeedDialog />
    </Page>
  );
}
