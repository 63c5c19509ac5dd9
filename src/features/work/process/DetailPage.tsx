import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { Sign } from '../../../../contract/domain/lifecycle/orderStates';
import { flowFollow, instanceStates } from '../../../../contract/modules/flow/flowFollow';
import { workSend } from '../../../../contract/modules/work/workSend';
import type { InstanceDetail } from '../../../../contract/wire/flow';
import { Button } from '../../../ui/inputs/buttons';
import { arrange } from '../../../ui/layout/arrange';
import { Dash } from '../../../ui/layout/figures';
import { Page } from '../../../ui/layout/frame';
import { RecordHead } from '../../../ui/layout/record';
import { Card, Figures } from '../../../ui/layout/surfaces';
import { MessageBar } from '../../../ui/overlays/MessageBar';
import { signChip, textOf } from '../../crud/cells';
import { usePageAddress } from '../../crud/links';
import { useFormat } from '../../crud/useFormat';
import { remind, withdraw } from '../acts/workActions';
import { GivenValues } from './FormFields';
import { LeaveFacts, leaveChip, Progress, useProcess, Waiting } from './ProcessFrame';
import { RecordButton } from './RecordButton';

const signs: Readonly<Record<number, Sign>> = {
  [instanceStates.running]: { tone: 'brand', glyph: 'hourglass' },
  [instanceStates.finished]: { tone: 'success', glyph: 'checkmark-circle' },
  [instanceStates.terminated]: { tone: 'danger', glyph: 'prohibited' },
  [instanceStates.withdrawn]: { tone: 'quiet', glyph: 'arrow-undo' },
};

/** What the person who has started the process may do while it runs. */
function StarterActs({
  instance: { may, processInstanceId, processDefinitionName: name },
}: {
  instance: InstanceDetail;
}) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  return (
    <>
      {may.includes('withdraw') && (
        <Button icon="arrow-undo" onClick={() => dispatch(withdraw({ processInstanceId, name }))}>
          {t('work.withdraw')}
        </Button>
      )}
      {may.includes('remind') && (
        <Button tone="primary" icon="alert" onClick={() => dispatch(remind({ processInstanceId }))}>
          {t('work.remind')}
        </Button>
      )}
    </>
  );
}

/** Where the process stands, and who has started it. */
function InstanceFacts({ instance, isLeave }: { instance: InstanceDetail; isLeave: boolean }) {
  const { t } = useTranslation();
  const isRunning = instance.state === instanceStates.running;
  const items = [
    ...(isRunning
      ? [
          { label: t('work.step'), value: instance.taskName || <Dash /> },
          { label: t('work.assignee'), value: instance.assigneeName || <Dash /> },
        ]
      : []),
    ...(isLeave
      ? []
      : [
          { label: t('work.startedBy'), value: instance.startUserName || <Dash /> },
          { label: t('work.startedAt'), value: instance.startTime },
        ]),
    ...(isRunning ? [] : [{ label: t('work.endedAt'), value: instance.endTime }]),
    ...(instance.reason && !isLeave ? [{ label: t('work.reason'), value: instance.reason }] : []),
  ];
  return <Figures items={items} />;
}

/** The page on which a process is read: what it is about, how far it is, and what has happened. */
export function DetailPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const addressOf = usePageAddress();
  const { path, state } = useProcess();
  const instance = state?.parts.instance;
  if (!state?.isLoaded || !instance) return <Waiting path={path} state={state} />;
  const { leave } = state.parts;
  const sign = signs[instance.state];
  return (
    <Page>
      <Card>
        <RecordHead
          title={instance.processDefinitionName}
          back={{ label: t('work.toSend'), to: addressOf({ feature: workSend.name }) }}
          end={
            <>
              <RecordButton record={instance.record} />
              <StarterActs instance={instance} />
            </>
          }
        >
          {leave
            ? leaveChip(leave, format)
            : sign && signChip(sign, textOf(flowFollow.fields.state, instance.state, format) ?? '')}
        </RecordHead>
        {instance.stuckName && <MessageBar tone="warning">{t('work.stuck', { name: instance.stuckName })}</MessageBar>}
        <div className={arrange.fields}>
          <InstanceFacts instance={instance} isLeave={leave !== null} />
          {leave ? <LeaveFacts leave={leave} /> : <GivenValues {...instance.given} />}
        </div>
      </Card>
      <Progress path={path} state={state} />
    </Page>
  );
}
