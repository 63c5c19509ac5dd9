import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { formatMoney } from '../../../../contract/domain/money';
import { textIn } from '../../../../contract/domain/text';
import { receipt, receiptStates } from '../../../../contract/modules/lease/receipt';
import type { Module } from '../../../../contract/schema/module';
import type { CrudSlice } from '../../../store/crud/crud';
import { permission } from '../../../store/navigation/menu';
import { Button } from '../../../ui/inputs/buttons';
import { Page } from '../../../ui/layout/frame';
import { RecordHead } from '../../../ui/layout/record';
import { Card, KeyValues } from '../../../ui/layout/surfaces';
import { CardSkeleton, EmptyState } from '../../../ui/overlays/messages';
import { textOf } from '../../crud/cells';
import { errorText } from '../../crud/errorText';
import { usePageAddress } from '../../crud/links';
import { declaredActions, isShownOn, wordOf } from '../../crud/list/rowButtons';
import { WaitingMark } from '../../crud/list/waiting';
import { useFormat } from '../../crud/useFormat';
import { DeedDialog } from '../deed/DeedDialog';
import { deed } from '../deed/deedSlice';
import { outgoing } from '../outgoing/outgoingSlice';
import { EntriesTable } from './EntriesTable';
import { receiptChip } from './receiptChip';
import { type ReceiptPageState, receiptPages } from './receiptSlice';

const { actions: at, selectors: see } = receiptPages;
type Shown = NonNullable<ReceiptPageState['row']>;

function Commands({ row, slice }: { row: Shown; slice: CrudSlice }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { language } = useFormat();
  const codes = useSelector(permission.selectors.codes);
  const isOpen = row.state === receiptStates.booked && Number(row.openAmount) > 0;
  const { id, receiptNo, openAmount } = row;
  return (
    <>
      {codes.receipt_print === true && (
        <Button icon="print" onClick={() => dispatch(outgoing.actions.print({ paper: 'receipt', id }))}>
          {t('outgoing.receipt')}
        </Button>
      )}
      {isOpen && codes.receipt_claim === true && (
        <Button
          tone="primary"
          onClick={() =>
            dispatch(
              deed.actions.begin({ name: 'claim', subject: { id, name: receiptNo ?? '', amount: openAmount ?? '0' } }),
            )
          }
        >
          {t('receipts.claim')}
        </Button>
      )}
      {declaredActions(receipt as unknown as Module)
        .filter(([name, action]) => isShownOn(action, { ...row }) && codes[`${receipt.name}_${name}`] === true)
        .map(([name, { label, icon, tone }]) => (
          <Button
            key={name}
            icon={icon as 'arrow-undo'}
            {...(tone ? { tone } : {})}
            onClick={() => dispatch(slice.actions.act({ action: name, rows: [{ ...row }] }))}
          >
            {wordOf(label, language)}
          </Button>
        ))}
    </>
  );
}

function Facts({ row }: { row: Shown }) {
  const format = useFormat();
  const { fields } = receipt;
  const word = (name: keyof typeof fields) => textIn(fields[name].label, format.language);
  const facts: [keyof typeof fields, string | null][] = [
    ['direction', textOf(fields.direction, row.direction, format)],
    ['valueDate', row.valueDate],
    ['amount', row.amount && formatMoney(row.amount)],
    ['openAmount', row.openAmount && formatMoney(row.openAmount)],
    ['partyName', row.partyName],
    ['partyAccount', row.partyAccount],
    ['bankName', row.bankName],
    ['serialNo', row.serialNo],
    ['source', textOf(fields.source, row.source, format)],
    ['batchNo', row.batchNo],
    ['createTime', row.createTime],
    ['remark', row.remark],
    ['reverseReason', row.reverseReason],
    ['reversedBy', row.reversedBy],
    ['reversedTime', row.reversedTime],
  ];
  return <KeyValues items={facts.flatMap(([name, value]) => (value ? [[word(name), value] as const] : []))} />;
}

/** One movement of money: its facts, and the entries that say what it was booked to. */
export function ReceiptPage({ slice }: { slice: CrudSlice }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const format = useFormat();
  const addressOf = usePageAddress();
  const { pathname: path } = useLocation();
  const page: ReceiptPageState | undefined = useSelector((state: never) => see.of(state, path));
  if (!page)
    return (
      <Page>
        <CardSkeleton />
      </Page>
    );
  const { row, trouble, entries } = page;
  if (!row)
    return (
      <Page>
        <EmptyState
          kind={trouble ? 'missing' : 'network'}
          title={trouble ? errorText(t, trouble) : t('receipts.pageLost')}
          isPage
        >
          <Button icon="arrow-clockwise" onClick={() => dispatch(at.reload({ path }))}>
            {t('frame.retry')}
          </Button>
        </EmptyState>
      </Page>
    );
  return (
    <Page>
      <RecordHead
        title={row.receiptNo ?? ''}
        back={{ label: t('receipts.back'), to: addressOf({ feature: receipt.name }) }}
        end={<Commands row={row} slice={slice} />}
      >
        {receiptChip(row, format)}
        <WaitingMark module={receipt} row={{ ...row }} />
      </RecordHead>
      <Card>
        <Facts row={row} />
      </Card>
      <Card title={t('receipts.entries')} variant="flush">
        <EntriesTable entries={entries} />
      </Card>
      <DeedDialog />
    </Page>
  );
}
