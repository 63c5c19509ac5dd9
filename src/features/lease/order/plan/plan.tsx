import { Trans } from 'react-i18next';
import { plainTerms } from '../../../../../contract/domain/leasing/plain';
import { explain, type Schedule, type Terms } from '../../../../../contract/domain/leasing/schedule';
import { cancelled } from '../../../../../contract/domain/lifecycle/orderStates';
import { formatMoney, formatRate } from '../../../../../contract/domain/money';
import { Button } from '../../../../ui/inputs/buttons';
import { arrange } from '../../../../ui/layout/arrange';
import { StatusChip } from '../../../../ui/layout/status';
import { Card, Segments, Workings } from '../../../../ui/layout/surfaces';
import { text } from '../../../../ui/layout/text';
import { MessageBar } from '../../../../ui/overlays/MessageBar';
import { EmptyState } from '../../../../ui/overlays/messages';
import { LateCharges } from '../ledger/LateCharges';
import { MoneyButtons } from '../ledger/MoneyButtons';
import type { PlanView } from '../orderPageSlice';
import { PlanWords } from '../terms/PlanWords';
import type { View } from '../view';
import { PlanRows } from './PlanRows';
import { type PlanFigures, total } from './planFigures';

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
      i18nKey={`orderPage.plan.${key}`}
      values={values}
      components={{ b: <b />, i: <span className={text.caption} /> }}
    />
  );
  const isMonths = terms.deadline % 30 === 0 && plan.basis === 360;
  return (
    <Workings
      items={[
        [t('orderPage.plan.rentTotal'), formula('rentFormula')],
        [t('orderPage.plan.rentEach'), formula(plan.periods > 1 ? 'monthlyFormula' : 'singleFormula')],
        [
          t('orderPage.plan.maturityDay'),
          <>
            {formula('maturityFormula')}{' '}
            <span className={text.caption}>
              {t('orderPage.plan.dayRule')}
              {t(isMonths ? 'orderPage.plan.basisMonths' : 'orderPage.plan.basisPlain', { basis })}
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
  onReceipt(id: string): void;
  payDisabled?: string;
}

/** The payment plan with its sums and formula. */
export function PlanCard({ figures, problem, fold, onView, onPay, onReceipt, payDisabled, ...view }: PlanCardProps) {
  const { pageState, held, t } = view;
  const { lines, isPreview, isAssumed, terms, plan } = figures;
  const plain = terms && plan && plainTerms(terms, plan);
  const live = lines.filter((line) => line.isLive);
  const isFolded = fold?.isOpen === false && lines.length > 0;
  const version = Math.max(1, ...(pageState.parts.plan ?? []).map(({ planVersion }) => planVersion ?? 1));

  return (
    <Card
      title={t('orderPage.plan.title')}
      variant="flush"
      note={
        isPreview && lines.length > 0 ? (
          <StatusChip tone="warning" glyph="calculator">
            {t('orderPage.plan.preview')}
          </StatusChip>
        ) : version > 1 ? (
          <StatusChip tone="neutral" glyph="layer">
            {t('orderPage.plan.version', { version })}
          </StatusChip>
        ) : undefined
      }
      aside={
        lines.length > 0 && (
          <>
            {!isPreview && <MoneyButtons {...view} />}
            {!isFolded && (
              <Segments
                label={t('orderPage.plan.view')}
                current={pageState.planView}
                onPick={(key) => onView(key as PlanView)}
                items={[
                  { key: 'period', label: t('orderPage.plan.byPeriod') },
                  { key: 'year', label: t('orderPage.plan.byYear') },
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
                {t(isFolded ? 'orderPage.plan.unfold' : 'orderPage.plan.fold')}
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
            {t('orderPage.plan.folded', {
              count: live.filter(({ isInstalment }) => isInstalment).length,
              rent: formatMoney(total(live, 'rent')),
              amount: formatMoney(total(live, 'amountPayable')),
            })}
          </p>
        )}
        {!isFolded && isPreview && lines.length > 0 && (
          <MessageBar tone="info">
            {t(isAssumed ? 'orderPage.plan.assumed' : 'orderPage.plan.notYet', { start: terms?.interestDate })}
          </MessageBar>
        )}
        {!isFolded && lines.length > 0 && terms && plan && (
          <>
            <PlanWords terms={terms} plan={plan} language={view.format.language} />
            {plain && <Formula terms={plain} plan={plan} t={t} />}
          </>
        )}
      </div>
      {lines.length === 0 && !problem && (
        <EmptyState
          kind="never"
          title={t('orderPage.plan.none')}
          text={t(held.businessStatus === cancelled ? 'orderPage.plan.givenUp' : 'orderPage.plan.incomplete')}
        />
      )}
      {!isFolded && lines.length > 0 && (
        <PlanRows {...view} figures={figures} onPay={onPay} onReceipt={onReceipt} payDisabled={payDisabled} />
      )}
      {!isFolded && <LateCharges {...view} />}
    </Card>
  );
}
