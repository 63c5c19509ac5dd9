import { useDispatch, useSelector } from 'react-redux';
import { type Direction, directionName } from '../../../../contract/domain/lifecycle/direction';
import { paymentPlan } from '../../../../contract/modules/lease/paymentPlan';
import { menu } from '../../../store/navigation/menu';
import { arrange } from '../../../ui/layout/arrange';
import { Page } from '../../../ui/layout/frame';
import { PageTitle } from '../../../ui/layout/PageTitle';
import { Steps } from '../../../ui/layout/Steps';
import { Segments } from '../../../ui/layout/surfaces';
import { keepFocusWithin } from '../../../ui/overlays/focus';
import { CardSkeleton, EmptyState } from '../../../ui/overlays/messages';
import type { Feature } from '../../crud/feature';
import { useDirected } from '../direction/directed';
import { ConfirmPayment } from './ConfirmPayment';
import { DuePanel } from './DuePanel';
import styles from './payments.module.css';
import { paymentsSaga } from './paymentsSaga';
import { type PaymentsState, payments, sidesOf, stepOf } from './paymentsSlice';
import { Receipt } from './Receipt';
import { ResultBar } from './ResultBar';
import { RowsCard } from './RowsCard';

/** How many instalments of a direction are due today or overdue. */
function dueCount({ overview }: PaymentsState, side: Direction): number {
  const found = overview?.sides?.find(({ direction }) => direction === side);
  return (found?.todayCount ?? 0) + (found?.overdueCount ?? 0);
}

/** The workbench: from due instalments to a paid batch on one page. */
function PaymentsPage() {
  const t = useDirected(useSelector(payments.selectors.mix));
  const dispatch = useDispatch();
  const state = useSelector(payments.selectors.all);
  const maySee = useSelector((root: never) => menu.selectors.pathOf(root, paymentPlan.name)) !== '';
  const named = useDirected(useSelector(payments.selectors.allMix));
  const sides = sidesOf(state);
  const steps = [t('payments.stepPick'), t('payments.stepTry'), t('payments.stepConfirm'), t('payments.stepDone')];
  if (!maySee)
    return (
      <Page>
        <PageTitle title={named('payments.title')} />
        <EmptyState kind="forbidden" title={t('crud.noView', { code: paymentPlan.name })} text={t('payments.noPlan')} />
      </Page>
    );
  return (
    <Page variant="fill">
      <PageTitle
        title={named('payments.title')}
        end={
          sides.length > 1 && (
            <Segments
              label={t('payments.sides')}
              items={sides.map((side) => ({
                key: String(side),
                label: `${t(`payments.side_${directionName(side)}`)} ${dueCount(state, side)}`,
              }))}
              current={String(state.direction)}
              onPick={(side) => dispatch(payments.actions.face(Number(side) as Direction))}
            />
          )
        }
      >
        <Steps label={t('payments.steps')} steps={steps} current={stepOf(state)} />
      </PageTitle>
      {state.today === '' ? (
        <CardSkeleton />
      ) : (
        <div className={styles.bench}>
          <DuePanel state={state} />
          <div ref={keepFocusWithin} className={arrange.stack}>
            {state.receipt ? (
              <Receipt state={state} />
            ) : (
              <>
                <RowsCard state={state} />
                <ResultBar state={state} />
              </>
            )}
          </div>
        </div>
      )}
      <ConfirmPayment state={state} />
    </Page>
  );
}

export const feature: Feature = {
  name: 'payments',
  slices: [payments],
  saga: paymentsSaga,
  pages: { '': PaymentsPage },
};
