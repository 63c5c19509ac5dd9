import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { workSend } from '../../../../contract/modules/work/workSend';
import { Button } from '../../../ui/inputs/buttons';
import { arrange } from '../../../ui/layout/arrange';
import { Dash } from '../../../ui/layout/figures';
import { Page } from '../../../ui/layout/frame';
import { RecordHead } from '../../../ui/layout/record';
import { StatusChip } from '../../../ui/layout/status';
import { Card, Figures } from '../../../ui/layout/surfaces';
import { usePageAddress } from '../../crud/links';
import { useFormat } from '../../crud/useFormat';
import { remind, withdraw } from '../acts/workActions';
import { GivenValues } from './FormFields';
import { LeaveFacts, leaveChip, Progress, useProcess, Waiting } from './ProcessFrame';
import type { Parts, ProcessState } from './processSlice';

/** Whether the process is still under way, as far as the page can tell. */
function isRunning({ sent, leave, history }: Parts): boolean {
  const said = sent?.processIsFinished ?? leave?.flow.processIsFinished;
  return said ? said === 'unfinished' : (history ?? []).some(({ endTime }) => endTime === '');
}

/** What the person who has started the process may do while it runs. */
function StarterActs({ state: { page, parts } }: { state: ProcessState }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  if (!parts.sent || page.kind !== 'detail' || !isRunning(parts)) return null;
  const { processInstanceId } = page;
  const name = parts.sent.processDefinitionName ?? '';
  return (
    <>
      <Button icon="arrow-undo" onClick={() => dispatch(withdraw({ processInstanceId, name }))}>
        {t('work.withdraw')}
      </Button>
      <Button tone="primary" icon="alert" onClick={() => dispatch(remind({ processInstanceId }))}>
        {t('work.remind')}
      </Button>
    </>
  );
}

/** The page on which a process is read: what it is about, how far it is, and what has happened. */
export function DetailPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const addressOf = usePageAddress();
  const { path, state } = useProcess();
  if (!state?.isLoaded) return <Waiting path={path} state={state} />;
  const { task, leave, sent } = state.parts;
  const running = isRunning(state.parts);
  const title =
    sent?.processDefinitionName ??
    task?.processDefinitionName ??
    leave?.flow.processDefinitionName ??
    t('work.process');
  const step = sent?.taskName ?? leave?.flow.taskName ?? '';
  const by = sent?.assigneeName ?? leave?.flow.assigneeName ?? '';
  return (
    <Page>
      <Card>
        <RecordHead
          title={title}
          back={{ label: t('work.toSend'), to: addressOf({ feature: workSend.name }) }}
          end={<StarterActs state={state} />}
        >
          {leave ? (
            leaveChip(leave, format)
          ) : (
            <StatusChip tone={running ? 'brand' : 'quiet'} glyph={running ? 'hourglass' : 'checkmark-circle'}>
              {t(running ? 'work.unfinished' : 'work.finished')}
            </StatusChip>
          )}
        </RecordHead>
        <div className={arrange.fields}>
          {step !== '' && running && (
            <Figures
              items={[
                { label: t('work.step'), value: step },
                { label: t('work.assignee'), value: by || <Dash /> },
              ]}
            />
          )}
          {leave && <LeaveFacts leave={leave} />}
          {!leave && task && <GivenValues {...task.given} />}
        </div>
      </Card>
      <Progress path={path} state={state} />
    </Page>
  );
}
