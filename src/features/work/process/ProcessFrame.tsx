import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { daysTouched, isDateTime } from '../../../../contract/domain/calendar';
import { label, textIn } from '../../../../contract/domain/text';
import { type LeaveDetail, leaveStateTexts } from '../../../../contract/wire/flow';
import { Button } from '../../../ui/inputs/buttons';
import { arrange } from '../../../ui/layout/arrange';
import { Dash } from '../../../ui/layout/figures';
import { Page } from '../../../ui/layout/frame';
import { Card, Figures } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { CardSkeleton, EmptyState } from '../../../ui/overlays/messages';
import { signChip } from '../../crud/cells';
import { errorText } from '../../crud/errorText';
import type { Format } from '../../crud/screen';
import { FlowInline } from '../../flow/FlowViewer';
import { HistoryList } from '../follow/HistoryList';
import { leaveSigns } from './leaveForm';
import { type ProcessState, processPages } from './processSlice';

/** The page on screen, and its address. */
export function useProcess(): { path: string; state: ProcessState | undefined } {
  const { pathname } = useLocation();
  const path = decodeURIComponent(pathname);
  return { path, state: useSelector((root: never) => processPages.selectors.of(root, path)) };
}

/** What stands in place of a page that is being read, or cannot be. */
export function Waiting({ path, state }: { path: string; state: ProcessState | undefined }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  if (state?.lost == null)
    return (
      <Page>
        <CardSkeleton lines={5} />
        <CardSkeleton lines={12} />
      </Page>
    );
  const isRefused = state.lost !== '';
  return (
    <Page>
      <EmptyState
        isPage
        kind={isRefused ? 'forbidden' : 'network'}
        title={isRefused ? errorText(t, state.lost) : t('crud.cutOffTitle')}
      >
        <Button tone="primary" icon="arrow-clockwise" onClick={() => dispatch(processPages.actions.reload({ path }))}>
          {t('frame.retry')}
        </Button>
      </EmptyState>
    </Page>
  );
}

/** The diagram; of an instance also what has happened, in words beside it. */
export function Progress({ path, state }: { path: string; state: ProcessState }) {
  const { t } = useTranslation();
  if (state.page.kind === 'form')
    return (
      <Card title={t('work.diagram')} icon="flow">
        <FlowInline name={path} />
      </Card>
    );
  return (
    <div className={arrange.aside}>
      <div>
        <Card title={t('work.diagram')} icon="flow">
          <FlowInline name={path} />
        </Card>
      </div>
      <div>
        <Card title={t('work.history')} icon="history">
          <HistoryList entries={state.parts.history} lost={null} />
        </Card>
      </div>
    </div>
  );
}

/** The state of a leave request. */
export function leaveChip({ status }: LeaveDetail, { language }: Format): ReactNode {
  const sign = leaveSigns[status];
  const words = (leaveStateTexts as Record<number, readonly [string, string]>)[status];
  return sign && words ? signChip(sign, textIn(label(...words), language)) : null;
}

/** How many days a leave request comes to as it is filled in. */
export function LeaveDays({ draft: { startTime, endTime } }: { draft: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation();
  if (!isDateTime(startTime) || !isDateTime(endTime) || endTime <= startTime) return null;
  return (
    <p className={text.caption} aria-live="polite">
      {t('work.leave.sum', { count: daysTouched(startTime, endTime) })}
    </p>
  );
}

/** Who is away when, why, and who decides. */
export function LeaveFacts({ leave }: { leave: LeaveDetail }) {
  const { t } = useTranslation();
  return (
    <Figures
      items={[
        { label: t('work.leave.applicant'), value: leave.applyUserName || <Dash /> },
        { label: t('work.leave.time'), value: `${leave.startTime} – ${leave.endTime}` },
        { label: t('work.leave.days'), value: t('work.leave.count', { count: leave.days }) },
        { label: t('work.leave.approver'), value: leave.taskUserName || <Dash /> },
        { label: t('work.leave.applied'), value: leave.applyTime },
        { label: t('work.leave.reason'), value: leave.reason },
        ...(leave.statusReason ? [{ label: t('work.leave.statusReason'), value: leave.statusReason }] : []),
      ]}
    />
  );
}
