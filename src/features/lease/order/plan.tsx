import { Trans } from 'react-i18next';
import { formatMoney, formatRate } from '../../../../contract/domain/money';
import { cancelled } from '../../../../contract/domain/orderStates';
import { explain, type Schedule, type Terms } from '../../../../contract/domain/schedule';
import { Button } from '../../../ui/inputs/buttons';
import { arrange } from '../../../ui/layout/arrange';
import { StatusChip } from '../../../ui/layout/status';
import { Card, Segments, Workings } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { MessageBar } from '../../../ui/overlays/MessageBar';
import { EmptyState } from '../../../ui/overlays/messages';
import type { PlanView } from './orderPageSlice';
import { PlanRows } from './PlanRows';
import { type PlanFigures, total } from './planFigures';
import type { View } from './view';

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
  const { pageState, held, t } = view;
  const { lines, isPreview, isAssumed, terms, plan } = figures;
  const live = lines.filter((line) => line.isLive);
  const isFolded = fold?.isOpen === false && lines.length > 0;
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
        <PlanRows {...view} figures={figures} onPay={onPay} payDisabled={payDisabled} />
      )}
    </Card>
  );
}
