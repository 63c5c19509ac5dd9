import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { workTodo } from '../../../../contract/modules/work/workTodo';
import { leaveStates, type TaskAct, type TaskDetail } from '../../../../contract/wire/flow';
import type { IconName } from '../../../ui/icons/Icon';
import { Button } from '../../../ui/inputs/buttons';
import { SelectInput } from '../../../ui/inputs/choices';
import { FormField, TextArea } from '../../../ui/inputs/fields';
import { arrange } from '../../../ui/layout/arrange';
import { Form } from '../../../ui/layout/Form';
import { Dash } from '../../../ui/layout/figures';
import { Page } from '../../../ui/layout/frame';
import { RecordHead } from '../../../ui/layout/record';
import { StatusChip } from '../../../ui/layout/status';
import { Card, Figures } from '../../../ui/layout/surfaces';
import { seekWrong } from '../../../ui/overlays/focus';
import { MessageBar } from '../../../ui/overlays/MessageBar';
import { usePageAddress } from '../../crud/links';
import { useFormat } from '../../crud/useFormat';
import { AskPeople } from './AskPeople';
import { FormFields, GivenValues } from './FormFields';
import { LeaveDays, LeaveFacts, leaveChip, Progress, useProcess, Waiting } from './ProcessFrame';
import { formOf, type ProcessState, processPages } from './processSlice';
import { RecordButton } from './RecordButton';

const { actions: at } = processPages;
const longestComment = 2000;

interface View {
  path: string;
  state: ProcessState;
  task: TaskDetail;
  t: TFunction;
}

/** What can be done with a task beside deciding it. */
const sideActs: readonly [TaskAct, IconName][] = [
  ['addSigner', 'people-team'],
  ['delegate', 'person'],
  ['release', 'arrow-undo'],
];

function SideActs({ path, state, task, t }: View) {
  const dispatch = useDispatch();
  return sideActs
    .filter(([act]) => task.may.includes(act))
    .map(([act, icon]) => (
      <Button
        key={act}
        icon={icon}
        busy={state.deed === act}
        onClick={() =>
          dispatch(
            act === 'delegate' || act === 'addSigner' ? at.ask({ path, act }) : at.act({ path, deed: 'release' }),
          )
        }
      >
        {t(`work.act.${act as 'addSigner' | 'delegate' | 'release'}`)}
      </Button>
    ));
}

/** The form of the step, the comment, and the decision. */
function Decision({ path, state, task, t }: View) {
  const dispatch = useDispatch();
  // The applicant of a returned request sends it again or gives it up; everybody else agrees or rejects.
  const isResubmission = state.parts.leave?.status === leaveStates.returned;
  const mayReject = task.may.includes('reject');
  return (
    <Card title={t('work.handle')} icon="clipboard-task">
      {task.may.includes('claim') && (
        <MessageBar tone="info" action={<Claim {...{ path, state, task, t }} />}>
          {t('work.decideAtOnce')}
        </MessageBar>
      )}
      <Form onSubmit={() => dispatch(at.act({ path, deed: 'approve' }))}>
        <FormFields
          fields={formOf(state)}
          draft={state.draft}
          problems={state.problems}
          onType={(draft) => dispatch(at.type({ path, draft }))}
        />
        {isResubmission && <LeaveDays draft={state.draft} />}
        <FormField
          id="process-comment"
          layout="above"
          label={t('work.comment')}
          {...(state.isCommentMissing ? { problem: t('work.commentFirst') } : {})}
        >
          <TextArea
            value={state.comment}
            maxLength={longestComment}
            placeholder={t('work.commentHint')}
            onChange={(comment) => dispatch(at.say({ path, comment }))}
          />
        </FormField>
        {mayReject && !isResubmission && task.steps.length > 0 && (
          <FormField id="process-step" layout="above" label={t('work.returnTo')} help={t('work.returnHelp')}>
            <SelectInput
              value={state.returnTo}
              placeholder={t('work.returnUsual')}
              options={task.steps.map(({ id, name }) => ({ value: id, label: name || id }))}
              onChange={(step) => dispatch(at.chooseStep({ path, step }))}
            />
          </FormField>
        )}
        <div className={`${arrange.row} ${arrange.end}`}>
          <SideActs path={path} state={state} task={task} t={t} />
          {mayReject && (
            <Button
              tone="danger"
              icon="arrow-reply"
              busy={state.deed === 'reject'}
              onClick={({ currentTarget }) => {
                dispatch(at.act({ path, deed: 'reject' }));
                seekWrong(currentTarget.closest('form'));
              }}
            >
              {t(isResubmission ? 'work.act.giveUp' : 'work.act.reject')}
            </Button>
          )}
          <Button tone="primary" icon="checkmark" type="submit" busy={state.deed === 'approve'}>
            {t(isResubmission ? 'work.act.resubmit' : 'work.act.approve')}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

/** Who may decide at once may also take the task for later. */
function Claim({ path, state, t }: View) {
  const dispatch = useDispatch();
  return (
    <Button
      {...(state.parts.task?.may.includes('complete') ? {} : { tone: 'primary' as const })}
      size="small"
      busy={state.deed === 'claim'}
      onClick={() => dispatch(at.act({ path, deed: 'claim' }))}
    >
      {t('work.act.claim')}
    </Button>
  );
}

/** Why nothing can be decided here, and what can be done instead. */
function NotYours(view: View) {
  const { task, t } = view;
  if (task.may.includes('claim'))
    return (
      <MessageBar tone="info" action={<Claim {...view} />}>
        {t('work.claimFirst')}
      </MessageBar>
    );
  if (task.status === 'done') return <MessageBar tone="success">{t('work.taskDone')}</MessageBar>;
  return <MessageBar tone="info">{t('work.notYours', { name: task.assigneeName || '-' })}</MessageBar>;
}

/** The page on which a task is decided. */
export function TaskPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const addressOf = usePageAddress();
  const { path, state } = useProcess();
  const task = state?.parts.task;
  if (!state?.isLoaded || !task) return <Waiting path={path} state={state} />;
  const { leave } = state.parts;
  const view = { path, state, task, t };
  return (
    <Page>
      <Card>
        <RecordHead
          title={task.processDefinitionName}
          back={{ label: t('work.toTodo'), to: addressOf({ feature: workTodo.name }) }}
          end={<RecordButton record={task.record} />}
        >
          {leave ? (
            leaveChip(leave, format)
          ) : (
            <StatusChip tone="brand" glyph="clipboard-task">
              {task.taskName}
            </StatusChip>
          )}
        </RecordHead>
        <div className={arrange.fields}>
          <Figures
            items={[
              { label: t('work.step'), value: task.taskName },
              ...(leave
                ? []
                : [
                    { label: t('work.startedBy'), value: task.startUserName || <Dash /> },
                    { label: t('work.startedAt'), value: task.startTime },
                  ]),
              { label: t('work.assignee'), value: task.assigneeName || <Dash /> },
              { label: t('work.due'), value: task.dueTime || <Dash /> },
            ]}
          />
          {leave && <LeaveFacts leave={leave} />}
          {!leave && <GivenValues {...task.given} />}
        </div>
      </Card>
      {task.may.includes('complete') ? <Decision {...view} /> : <NotYours {...view} />}
      <Progress path={path} state={state} />
      <AskPeople path={path} state={state} />
    </Page>
  );
}
