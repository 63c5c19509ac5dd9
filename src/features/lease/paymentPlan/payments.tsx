import { useSelector } from 'react-redux';
import { paymentPlan } from '../../../../contract/modules/lease/paymentPlan';
import { menu } from '../../../store/navigation/menu';
import { arrange } from '../../../ui/layout/arrange';
import { Page } from '../../../ui/layout/frame';
import { PageTitle } from '../../../ui/layout/PageTitle';
import { Steps } from '../../../ui/layout/Steps';
import { CardSkeleton, EmptyState } from '../../../ui/overlays/messages';
import type { Feature } from '../../crud/feature';
import { useDirected } from '../direction/directed';
import { ConfirmPayment } from './ConfirmPayment';
import { DuePanel } from './DuePanel';
import styles from './payments.module.css';
import { paymentsSaga } from './paymentsSaga';
import { payments, stepOf } from './paymentsSlice';
import { Receipt } from './Receipt';
import { ResultBar } from './ResultBar';
import { RowsCard } from './RowsCard';

/** The workbench: from due instalments to a paid batch on one page. */
function PaymentsPage() {
  const t = useDirected(useSelector(payments.selectors.mix));
  const state = useSelector(payments.selectors.all);
  const maySee = useSelector((root: never) => menu.selectors.pathOf(root, paymentPlan.name)) !== '';
  const steps = [t('payments.stepPick'), t('payments.stepTry'), t('payments.stepConfirm'), t('payments.stepDone')];
  if (!maySee)
    return (
      <Page>
        <PageTitle title={t('payments.title')} />
        <EmptyState kind="forbidden" title={t('crud.noView', { code: paymentPlan.name })} text={t('payments.noPlan')} />
      </Page>
    );
  return (
    <Page variant="fill">
      <PageTitle title={t('payments.title')}>
        <Steps label={t('payments.steps')} steps={steps} current={stepOf(state)} />
      </PageTitle>
      {state.today === '' ? (
        <CardSkeleton />
      ) : (
        <div className={styles.bench}>
          <DuePanel state={state} />
          <div className={arrange.stack}>
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
