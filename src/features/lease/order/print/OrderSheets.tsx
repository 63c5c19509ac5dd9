import { capitals, formatMoney, formatRate } from '../../../../../contract/domain/money';
import { textIn } from '../../../../../contract/domain/text';
import { order } from '../../../../../contract/modules/lease/order';
import { paymentPlan } from '../../../../../contract/modules/lease/paymentPlan';
import { headingOf } from '../../../../../contract/schema/columns';
import { maskCard, maskPhone } from '../../../../../contract/schema/mask';
import { wordFor } from '../../../../store/crud/dict';
import { type Fact, PaperFacts, PaperSigns, PaperTable } from '../../../../ui/print/Paper';
import { PrintDialog, useCompany } from '../../../crud/print/PrintDialog';
import { type PlanFigures, type PlanLine, payableTotal, total } from '../plan/planFigures';
import type { View } from '../view';
import { Receipts } from './ReceiptSheet';
import { orderSheet, planSheet } from './sheets';

interface SheetProps {
  id: string;
  view: View;
  figures: PlanFigures;
}

/** An amount with its unit; a dash where there is none. */
function amountText({ t }: View, value: string | null | undefined): string {
  return value === null || value === undefined || value === '' ? t('print.none') : `¥ ${formatMoney(value)}`;
}

/** The order on one sheet: parties, terms, amounts, and when it reached its states. */
function OrderSheet({ id, view, figures }: SheetProps) {
  const { held, format, t } = view;
  const company = useCompany();
  const { language, dicts } = format;
  const none = t('print.none');
  const { fields } = order;
  const word = (name: keyof typeof fields) => textIn(fields[name].label, language);
  const payable = payableTotal(figures);
  const parties: Fact[] = [
    [t('print.company'), company || none],
    [word('customerName'), held.customerName ?? none],
    [word('tel'), held.tel ? maskPhone(held.tel) : none],
    [word('bankName'), held.bankName || none],
    [word('bankCardCode'), held.bankCardCode ? maskCard(held.bankCardCode) : none],
  ];
  const terms: (readonly [...Fact, boolean?])[] = [
    [word('productName'), held.productName ?? none],
    [word('businessStatus'), wordFor(dicts, 'order_business_status', held.businessStatus ?? 0, language) ?? none],
    [word('totalAmount'), amountText(view, held.totalAmount)],
    [t('print.inCapitals'), held.totalAmount ? capitals(held.totalAmount) : none],
    [word('yearRate'), held.yearRate ? `${formatRate(held.yearRate)}%` : none],
    [word('deadline'), t('print.days', { count: held.deadline ?? 0 })],
    [word('interestDate'), held.interestDate ?? none],
    [word('maturity'), held.maturity ?? none],
    [word('getType'), textIn(fields.getType.choices?.[String(held.getType)], language) ?? none],
    [
      t('print.payable'),
      `${amountText(view, payable)}${figures.isPreview && payable ? ` (${t('print.preview')})` : ''}`,
    ],
    ...(held.remark ? ([[word('remark'), held.remark, true]] as const) : []),
  ];
  const times: Fact[] = (['createTime', 'voucherTime', 'signedTime', 'startTime', 'settledTime'] as const).map(
    (name) => [word(name), held[name]?.slice(0, 16) ?? none],
  );
  return (
    <PrintDialog
      of={orderSheet(id)}
      title={t('print.orderTitle')}
      head={[t('print.number', { number: held.contractCode ?? id })]}
    >
      {() => (
        <>
          <h2>{t('print.parties')}</h2>
          <PaperFacts facts={parties} />
          <h2>{t('print.terms')}</h2>
          <PaperFacts facts={terms} />
          <h2>{t('print.milestones')}</h2>
          <PaperFacts facts={times} />
          <PaperSigns labels={[t('print.signPrepared'), t('print.signChecked'), t('print.signSeal')]} />
        </>
      )}
    </PrintDialog>
  );
}

/** The payment plan on sheets, with its sums. */
function PlanSheet({ id, view, figures }: SheetProps) {
  const { held, format, t } = view;
  const { language } = format;
  const live = figures.lines.filter((line) => line.isLive);
  const { fields } = paymentPlan;
  const amount = (name: 'rent' | 'principal' | 'amountPayable', head: string) => ({
    head,
    isFigure: true,
    cell: (line: PlanLine) => formatMoney(line[name]),
    sum: formatMoney(total(live, name)),
  });
  const columns = [
    { head: t('print.period'), cell: ({ name }: PlanLine) => name, sum: t('print.sum') },
    {
      head: textIn(fields.paymentDate.label, language),
      isWhole: true,
      cell: ({ paymentDate }: PlanLine) => paymentDate,
    },
    { head: textIn(fields.days.label, language), isFigure: true, cell: ({ days }: PlanLine) => days },
    amount('rent', headingOf(fields.rent, language)),
    amount('principal', headingOf(fields.principal, language)),
    amount('amountPayable', headingOf(fields.amountPayable, language)),
    { head: textIn(fields.payStatus.label, language), cell: ({ state }: PlanLine) => state },
    {
      head: t('print.paidAt'),
      isWhole: true,
      cell: ({ paidTime }: PlanLine) => paidTime?.slice(0, 10) ?? t('print.none'),
    },
  ];
  return (
    <PrintDialog
      of={planSheet(id)}
      title={t('print.planTitle')}
      head={[
        t('print.number', { number: held.contractCode ?? id }),
        t('print.customer', { name: held.customerName ?? t('print.none') }),
        t('print.start', { day: held.interestDate ?? t('print.none') }),
        ...(figures.isPreview ? [t('print.preview')] : []),
      ]}
    >
      {() => <PaperTable columns={columns} rows={figures.lines} keyOf={({ key }) => key} />}
    </PrintDialog>
  );
}

/** All sheets of an order; the one that was opened is shown. */
export function Sheets(props: SheetProps) {
  return (
    <>
      <OrderSheet {...props} />
      <PlanSheet {...props} />
      <Receipts view={props.view} />
    </>
  );
}
