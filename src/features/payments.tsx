import '../look/payments.css';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { paymentPlan } from '../../contract/modules/paymentPlan';
import { Page } from '../look/frame';
import { PageTitle } from '../look/listing';
import { CardSkeleton, EmptyState } from '../look/messages';
import { Steps } from '../look/surfaces';
import { paymentsSaga } from '../sagas/payments';
import { menu } from '../store/menu';
import { payments, stepOf } from '../store/payments';
import type { Feature } from './feature';
import { ConfirmPayment } from './payments/ConfirmPayment';
import { DuePanel } from './payments/DuePanel';
import { Receipt } from './payments/Receipt';
import { ResultBar } from './payments/ResultBar';
import { RowsCard } from './payments/RowsCard';

/** From what is due to a paid batch, on one page. */
const PaymentsPage = () => {
  const { t } = useTranslation();
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
        <div className="pay-bench">
          <DuePanel state={state} />
          <div className="pay-work">
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
};

export const feature: Feature = {
  name: 'payments',
  slices: [payments],
  saga: paymentsSaga,
  pages: { '': PaymentsPage },
};
