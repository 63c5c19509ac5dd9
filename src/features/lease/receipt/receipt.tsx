import { label } from '../../../../contract/domain/text';
import { receipt, receiptStates } from '../../../../contract/modules/lease/receipt';
import { actionLabel } from '../../../../contract/schema/module';
import { route } from '../../../store/navigation/route';
import { defineFeature } from '../../crud/feature';
import { CustomerLink } from '../customer/links';
import { DeedDialog } from '../deed/DeedDialog';
import { deedSaga } from '../deed/deedSaga';
import { deed } from '../deed/deedSlice';
import { outgoingSaga } from '../outgoing/outgoingSaga';
import { outgoing } from '../outgoing/outgoingSlice';
import { ledgerSaga } from './ledgerSaga';
import { ledger } from './ledgerSlice';
import { ReceiptPage } from './ReceiptPage';
import { receiptChip } from './receiptChip';
import { receiptSaga } from './receiptSaga';
import { receiptPages } from './receiptSlice';

export const feature = defineFeature(
  receipt,
  () => ({
    naming: 'receiptNo',
    first: {
      text: {
        zh: '确认付款会自动生成流水；其他到账或付出的款项点“登记收付款”。',
        en: 'Confirmed payments appear here by themselves. Choose “Book money” for anything else that came in or went out.',
      },
    },
    columns: [
      'receiptNo',
      'direction',
      'valueDate',
      'amount',
      'state',
      'openAmount',
      'partyName',
      'customerId',
      'bankName',
      'serialNo',
      'source',
    ],
    widths: {
      receiptNo: 160,
      partyName: 160,
      customerId: 160,
      bankName: 120,
      serialNo: 140,
    },
    strong: ['amount'],
    cells: {
      customerId: ({ customerId, ...row }) =>
        customerId && (
          <CustomerLink id={customerId}>{(row as { customerName?: string }).customerName ?? customerId}</CustomerLink>
        ),
      state: receiptChip,
    },
    phone: {
      partyName: 'name',
      amount: 'amount',
      receiptNo: 'code',
      state: 'state',
      source: 'note',
      valueDate: 'date',
    },
    search: ['receiptNo', 'direction', 'valueDate', 'partyName', 'serialNo', 'source', 'state', 'batchNo'],
    sort: { descs: 'valueDate' },
    view: ({ id }) => route.actions.open({ feature: receipt.name, rest: `detail/${id}` }),
    rowActions: [
      {
        key: 'print',
        label: label(...actionLabel(receipt.actions.print)),
        icon: 'print',
        permission: 'receipt_print',
        act: ({ id }) => outgoing.actions.print({ paper: 'receipt', id }),
      },
      {
        key: 'claim',
        label: label(...actionLabel(receipt.actions.claim)),
        icon: 'checkmark-circle',
        permission: 'receipt_claim',
        isShown: ({ state, openAmount }) => state === receiptStates.booked && Number(openAmount) > 0,
        act: ({ id, receiptNo, openAmount }) =>
          deed.actions.begin({
            name: 'claim',
            subject: { id, name: receiptNo ?? '', amount: openAmount ?? '0' },
          }),
      },
    ],
    tools: [
      {
        key: 'book',
        isRowless: true,
        label: label(...actionLabel(receipt.actions.book)),
        icon: 'receipt',
        tone: 'primary',
        permission: 'receipt_book',
        act: () => deed.actions.begin({ name: 'book', subject: { name: '' } }),
      },
      {
        key: 'close',
        isRowless: true,
        label: label(...actionLabel(receipt.actions.close)),
        icon: 'lock-closed',
        permission: 'receipt_close',
        act: () => deed.actions.begin({ name: 'close', subject: { name: '' } }),
      },
    ],
    Dialogs: DeedDialog,
  }),
  (list) => {
    const show = receiptSaga(list);
    return {
      slices: [deed, ledger, outgoing, receiptPages],
      *saga(world) {
        yield* deedSaga(world);
        yield* ledgerSaga(world);
        yield* outgoingSaga(world);
        yield* show(world);
      },
      pages: { 'detail/:id': () => <ReceiptPage slice={list} /> },
    };
  },
);
