import { Trans } from 'react-i18next';
import { formatMoney, formatRate, sum } from '../../../../contract/domain/money';
import { cancelled, isPayable } from '../../../../contract/domain/orderStates';
import { explain, type Schedule, schedule, type Terms } from '../../../../contract/domain/schedule';
import { textIn } from '../../../../contract/domain/text';
import { paymentPlan } from '../../../../contract/modules/lease/paymentPlan';
import { Button } from '../../../ui/inputs/buttons';
import { LinkButton } from '../../../ui/inputs/LinkButton';
import { arrange } from '../../../ui/layout/arrange';
import { Dash, Money } from '../../../ui/layout/figures';
import { StatusChip } from '../../../ui/layout/status';
import { Card, Segments, Workings } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { EmptyState, MessageBar } from '../../../ui/overlays/messages';
import { payChip } from './chips';
import { type PlanView, planTerms } from './orderPageSlice';
import { PlanCell, PlanRow, PlanTable } from './PlanTable';
import { isLive, isOverdue, shortTime, type View } from './view';

/** An instalment of the plan or of a preview, as the table shows it. */
interface Line {
  key: string;
  name: string;
  paymentDate: string;
  days: number;
  rent: string;
  principal: string;
  amountPayable: string;
  /** Included in sums: neither void nor frozen. */
  isLive: boolean;
  isLate: boolean;
  isPaid: boolean;
  paidTime: string | null;
  state: React.ReactNode;
}

export interface PlanFigures {
  lines: Line[];
  /** A preview: no plan exists yet. */
  isPreview: boolean;
  /** The start date is assumed, so the dates are too. */
  isAssumed: boolean;
  terms: Terms | null;
  plan: Schedule | null;
}

/** The stored instalments, or a preview from the order's current values. */
export function planFigures({ pageState, held, format, t }: View): PlanFigures {
  const rows = pageState.parts.plan ?? [];
  const found = planTerms(held, pageState.today);
  const plan = found && schedule(found.terms);
  const common = { terms: found?.terms ?? null, plan };
  if (rows.length > 0 || pageState.parts.plan === undefined)
    return {
      ...common,
      isPreview: false,
      isAssumed: false,
      lines: rows.map((row) => ({
        key: row.id,
        // An early settlement is no part of the numbered instalments that it replaces.
        name: (row.planVersion ?? 1) > 1 ? t('cockpit.plan.exit') : `${row.currentPeriods}/${row.totalPeriods}`,
        paymentDate: row.paymentDate ?? '',
        days: row.days ?? 0,
        rent: row.rent ?? '0',
        principal: row.principal ?? '0',
        amountPayable: row.amountPayable ?? '0',
        isLive: isLive(row),
        isLate: isOverdue(row),
        isPaid: row.payStatus === 1,
        paidTime: row.paidTime,
        state: payChip(row, format),
      })),
    };
  const isGivenUp = held.businessStatus === cancelled;
  return {
    ...common,
    isPreview: true,
    isAssumed: found?.isAssumed ?? false,
    lines: isGivenUp
      ? []
      : (plan?.rows ?? []).map((row) => ({
          ...row,
          key: String(row.currentPeriods),
          name: `${row.currentPeriods}/${row.totalPeriods}`,
          isLive: true,
          isLate: false,
          isPaid: false,
          paidTime: null,
          state: <span className={text.caption}>{t('cockpit.plan.preview')}</span>,
        })),
  };
}

function total(lines: readonly Line[], name: 'rent' | 'principal' | 'amountPayable') {
  return sum(lines.map((line) => line[name]));
}
function days(lines: readonly Line[]) {
  return lines.reduce((all, line) => all + line.days, 0);
}
/** Sum of all payments; null while unknown. */
export function payableTotal({ lines }: PlanFigures): string | null {
  return lines.length > 0
    ? total(
        lines.filter((line) => line.isLive),
        'amountPayable',
      )
    : null;
}

function byYear(lines: readonly Line[]): [string, Line[]][] {
  return [...new Set(lines.map(({ paymentDate }) => paymentDate.slice(0, 4)))].map((year) => [
    year,
    lines.filter(({ paymentDate }) => paymentDate.startsWith(year)),
  ]);
}

function Formula({ terms, plan, t }: { terms: Terms; plan: Schedule; t: View['t'] }) {
  const {
    principal,
    rate,
    basis,
    totalRent,
    periods,
    monthlyRent,
    earlierPeriods,
    lastRent,
    residue,
    start,
    maturity,
  } = explain(terms, plan);
  const values = {
    ...{ basis, periods, earlier: earlierPeriods, days: terms.deadline, start, maturity, rate: formatRate(rate) },
    ...{ principal: formatMoney(principal), rent: formatMoney(totalRent), monthly: formatMoney(monthlyRent) },
    ...{ last: formatMoney(lastRent), residue: formatMoney(residue) },
  };
  const formula = (key: 'rentFormula' | 'monthlyFormula' | 'singleFormula' | 'maturityFormula') => (
    <Trans
      t={t}
      i18nKey={`cockpit.plan.${key}`}
      values={values}
      components={{ b: <b />, i: <span className={text.caption} /> }}
    />
  );
  const isMonths = terms.deadline % 30 === 0 && plan.basis === 360;
  return (
    <Workings
      items={[
        [t('cockpit.plan.rentTotal'), formula('rentFormula')],
        [t('cockpit.plan.rentEach'), formula(plan.periods > 1 ? 'monthlyFormula' : 'singleFormula')],
        [
          t('cockpit.plan.maturityDay'),
          <>
            {formula('maturityFormula')}{' '}
            <span className={text.caption}>
              {t('cockpit.plan.dayRule')}
              {t(isMonths ? 'cockpit.plan.basisMonths' : 'cockpit.plan.basisPlain', { basis })}
            </span>
          </>,
        ],
      ]}
    />
  );
}

export interface PlanCardProps extends View {
  figures: PlanFigures;
  problem: React.ReactNode;
  /** Whether the plan is collapsed to its sums; undefined where it cannot be collapsed. */
  fold?: { isOpen: boolean; onFold(isOpen: boolean): void };
  onView(view: PlanView): void;
  onPay(): void;
  payDisabled?: string;
}

/** The payment plan with its sums and formula. */
export function PlanCard({ figures, problem, fold, onView, onPay, payDisabled, ...view }: PlanCardProps) {
  const { pageState, held, format, t } = view;
  const { lines, isPreview, isAssumed, terms, plan } = figures;
  const live = lines.filter((line) => line.isLive);
  const isByYear = pageState.planView === 'year';
  const isFolded = fold?.isOpen === false && lines.length > 0;
  const years = byYear(live);
  const canPay = isPayable(held.businessStatus ?? 0);
  const next = live.find(({ isPaid }) => !isPaid);
  const { fields } = paymentPlan;
  const money = (value: string) => (Number(value) === 0 ? <Dash /> : <Money value={value} />);
  const sums = (of: readonly Line[]) => (
    <>
      <PlanCell isFigure>{days(of)}</PlanCell>
      <PlanCell isFigure>{money(total(of, 'rent'))}</PlanCell>
      <PlanCell isFigure>{money(total(of, 'principal'))}</PlanCell>
      <PlanCell isFigure phone="amount">
        {money(total(of, 'amountPayable'))}
      </PlanCell>
    </>
  );
  const paid = total(
    live.filter(({ isPaid }) => isPaid),
    'amountPayable',
  );
  const yearName = (year: string, of: readonly Line[]) => t('cockpit.plan.year', { year, count: of.length });

  const rowOf = (line: Line) => {
    const isPayableNow = canPay && (line.isLate || line === next);
    return (
      <PlanRow key={line.key} tone={line.isLate ? 'late' : line.isLive ? undefined : 'off'}>
        <PlanCell isFigure phone="name">
          {line.name}
        </PlanCell>
        <PlanCell phone="code">
          <time>{line.paymentDate}</time>
        </PlanCell>
        <PlanCell isFigure>{line.days}</PlanCell>
        <PlanCell isFigure>{money(line.rent)}</PlanCell>
        <PlanCell isFigure>{money(line.principal)}</PlanCell>
        <PlanCell isFigure phone="amount">
          <Money value={line.amountPayable} strong={line.isLive} />
        </PlanCell>
        <PlanCell phone="state">{line.state}</PlanCell>
        <PlanCell phone={line.isPaid || isPayableNow ? 'date' : undefined}>
          {line.isPaid ? (
            <span className={text.caption} title={line.paidTime ?? undefined}>
              {shortTime(line.paidTime)}
            </span>
          ) : isPayableNow ? (
            <LinkButton disabledReason={payDisabled} onClick={onPay}>
              {t('cockpit.pay')}
            </LinkButton>
          ) : (
            <Dash />
          )}
        </PlanCell>
      </PlanRow>
    );
  };

  const columns = [
    { word: textIn(fields.currentPeriods.label, format.language), width: 72, isFigure: true },
    { word: textIn(fields.paymentDate.label, format.language), width: 108 },
    { word: textIn(fields.days.label, format.language), width: 56, isFigure: true },
    { word: t('cockpit.plan.rentHead'), width: 104, isFigure: true },
    { word: t('cockpit.plan.principalHead'), width: 112, isFigure: true },
    { word: t('cockpit.plan.payableHead'), width: 116, isFigure: true },
    { word: textIn(fields.payStatus.label, format.language), width: 124 },
    { word: textIn(fields.paidTime.label, format.language) },
  ];
  const yearHeads = [
    { word: t('cockpit.plan.yearHead'), columns: 2 },
    ...columns.slice(2, -2),
    { word: textIn(fields.payStatus.label, format.language), columns: 2 },
  ];
  const version = Math.max(1, ...(pageState.parts.plan ?? []).map(({ planVersion }) => planVersion ?? 1));

  return (
    <Card
      title={t('cockpit.plan.title')}
      variant="flush"
      note={
        isPreview && lines.length > 0 ? (
          <StatusChip tone="warning" glyph="calculator">
            {t('cockpit.plan.preview')}
          </StatusChip>
        ) : version > 1 ? (
          <StatusChip tone="neutral" glyph="layer">
            {t('cockpit.plan.version', { version })}
          </StatusChip>
        ) : undefined
      }
      aside={
        lines.length > 0 && (
          <>
            {!isFolded && (
              <Segments
                label={t('cockpit.plan.view')}
                current={pageState.planView}
                onPick={(key) => onView(key as PlanView)}
                items={[
                  { key: 'period', label: t('cockpit.plan.byPeriod') },
                  { key: 'year', label: t('cockpit.plan.byYear') },
                ]}
              />
            )}
            {fold && (
              <Button
                size="small"
                tone="subtle"
                icon={isFolded ? 'chevron-down' : 'chevron-up'}
                aria-expanded={!isFolded}
                onClick={() => fold.onFold(isFolded)}
              >
                {t(isFolded ? 'cockpit.plan.unfold' : 'cockpit.plan.fold')}
              </Button>
            )}
          </>
        )
      }
    >
      <div className={arrange.inset}>
        {problem}
        {isFolded && (
          <p>
            {t('cockpit.plan.folded', {
              count: live.length,
              rent: formatMoney(total(live, 'rent')),
              amount: formatMoney(total(live, 'amountPayable')),
            })}
          </p>
        )}
        {!isFolded && isPreview && lines.length > 0 && (
          <MessageBar tone="info">
            {t(isAssumed ? 'cockpit.plan.assumed' : 'cockpit.plan.notYet', { start: terms?.interestDate })}
          </MessageBar>
        )}
        {!isFolded && lines.length > 0 && terms && plan && <Formula terms={terms} plan={plan} t={t} />}
      </div>
      {lines.length === 0 && !problem && (
        <EmptyState
          kind="never"
          title={t('cockpit.plan.none')}
          text={t(held.businessStatus === cancelled ? 'cockpit.plan.givenUp' : 'cockpit.plan.incomplete')}
        />
      )}
      {!isFolded && lines.length > 0 && (
        <PlanTable
          caption={t('cockpit.plan.title')}
          columns={columns}
          {...(isByYear ? { heads: yearHeads } : {})}
          isBusy={pageState.busy.plan === true}
          foot={
            <PlanRow>
              <PlanCell columns={2} phone="name">
                {t('cockpit.plan.sum', { count: live.length })}
              </PlanCell>
              {sums(live)}
              <PlanCell columns={2} phone="code" className={isPreview ? undefined : text.good}>
                {isPreview ? t('cockpit.plan.preview') : t('cockpit.plan.paidSum', { amount: formatMoney(paid) })}
              </PlanCell>
            </PlanRow>
          }
        >
          {isByYear ? (
            <tbody>
              {years.map(([year, of]) => (
                <PlanRow key={year}>
                  <PlanCell columns={2} phone="name">
                    {t('cockpit.plan.yearOf', { year, count: of.length })}
                  </PlanCell>
                  {sums(of)}
                  <PlanCell columns={2} phone="code">
                    {isPreview
                      ? t('cockpit.plan.preview')
                      : t('cockpit.plan.paidOf', {
                          paid: of.filter(({ isPaid }) => isPaid).length,
                          count: of.length,
                        })}
                  </PlanCell>
                </PlanRow>
              ))}
            </tbody>
          ) : (
            byYear(lines).map(([year, all]) => {
              const of = all.filter((line) => line.isLive);
              return (
                <tbody key={year}>
                  {all.map(rowOf)}
                  {/* With a single year, its sum equals the total of the footer. */}
                  {years.length > 1 && of.length > 0 && (
                    <PlanRow tone="sum">
                      <PlanCell columns={2} phone="name">
                        {yearName(year, of)}
                      </PlanCell>
                      {sums(of)}
                      <PlanCell columns={2} />
                    </PlanRow>
                  )}
                </tbody>
              );
            })
          )}
        </PlanTable>
      )}
    </Card>
  );
}
