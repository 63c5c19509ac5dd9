import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { countIn, textIn } from '../../../../contract/domain/text';
import { jobinfo, logLevels } from '../../../../contract/modules/job/jobinfo';
import { type JobLog, joblog } from '../../../../contract/modules/job/joblog';
import { finalStates, runStates } from '../../../../contract/modules/job/runStates';
import type { Module, Row } from '../../../../contract/schema/module';
import type { CrudSlice } from '../../../store/crud/crud';
import { permission } from '../../../store/navigation/menu';
import { Button } from '../../../ui/inputs/buttons';
import { arrange } from '../../../ui/layout/arrange';
import { Dash } from '../../../ui/layout/figures';
import { Page } from '../../../ui/layout/frame';
import { ProgressLine } from '../../../ui/layout/ProgressLine';
import { RecordHead } from '../../../ui/layout/record';
import { Chip } from '../../../ui/layout/status';
import { Card, KeyValues } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { CardSkeleton, EmptyState } from '../../../ui/overlays/messages';
import { errorText } from '../../crud/errorText';
import { PageLink, usePageAddress } from '../../crud/links';
import { declaredActions, isShownOn, wordOf } from '../../crud/list/rowButtons';
import { useFormat } from '../../crud/useFormat';
import { handlerText } from '../jobinfo/handlerText';
import { durationText, RunState } from '../RunState';
import styles from './RunPage.module.css';
import { type Line, type RunPageState, runPages } from './runSlice';

const { actions: at, selectors: see } = runPages;
const { fields } = joblog;

/** The buttons of a run, as its row in the list has them. */
function Commands({ run, slice }: { run: JobLog; slice: CrudSlice }) {
  const dispatch = useDispatch();
  const { language } = useFormat();
  const codes = useSelector(permission.selectors.codes);
  const row: Row = { ...run };
  const shown = declaredActions(joblog as unknown as Module).filter(([, action]) => isShownOn(action, row));
  return shown
    .filter(([name]) => codes[`${joblog.name}_${name}`] === true)
    .map(([name, { label, icon, tone }]) => (
      <Button
        key={name}
        icon={icon as 'record-stop'}
        {...(tone ? { tone } : {})}
        onClick={() => dispatch(slice.actions.act({ action: name, rows: [row] }))}
      >
        {wordOf(label, language)}
      </Button>
    ));
}

const tones: Readonly<Record<number, string | undefined>> = {
  [logLevels.debug]: styles.debug,
  [logLevels.warn]: styles.warn,
  [logLevels.error]: styles.error,
};

/** What the run has said, line by line; it scrolls by itself while the reader is at its end. */
function Output({ run, lines }: { run: JobLog; lines: readonly Line[] }) {
  const { t } = useTranslation();
  const isOpen = !finalStates.includes(Number(run.state));
  const nothing = run.state === runStates.running || !isOpen ? 'job.noOutput' : 'job.waitingOutput';
  return (
    <Card title={t('job.output')} {...(isOpen ? { note: t('job.growing') } : {})}>
      {lines.length === 0 ? (
        <p className={text.caption}>{t(nothing)}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keys
        <div className={`${arrange.well} ${styles.output}`} role="log" tabIndex={0} aria-label={t('job.lines')}>
          <ol className={styles.lines}>
            {lines.map(({ seq, level, time, words }) => (
              <li key={seq} className={tones[level]}>
                <time>{time.slice(11)}</time> {words}
              </li>
            ))}
          </ol>
        </div>
      )}
    </Card>
  );
}

/** Facts of the run, those that it has. */
function Facts({ run }: { run: NonNullable<RunPageState['run']> }) {
  const { t } = useTranslation();
  const { language } = useFormat();
  const word = (name: keyof typeof fields) => textIn(fields[name].label, language);
  const duration = run.duration === null ? undefined : durationText(run.duration, language);
  const trigger = textIn(fields.trigger.choices?.[String(run.trigger)], language) ?? '';
  const all: [string, string | null | undefined][] = [
    [word('processorInfo'), run.processorInfo && handlerText(run.processorInfo, language)],
    [word('trigger'), trigger],
    [word('scheduledTime'), run.scheduledTime],
    [word('startTime'), run.startTime],
    [word('endTime'), run.endTime],
    [
      word('duration')
        .replace(/[（(].*/, '')
        .trim(),
      duration,
    ],
    [word('attempt'), run.attempt ? countIn(run.attempt, language) : null],
    [word('node'), run.node],
    [word('params'), run.params],
    [word('result'), run.result],
    [word('cause'), run.cause],
  ];
  const target = { feature: jobinfo.name, search: `jobId=${run.jobInfoId}` };
  return (
    <KeyValues
      items={[
        [
          t('job.job'),
          <PageLink key="job" to={target}>
            {run.jobName ?? <Dash />}
          </PageLink>,
        ],
        ...all.flatMap(([label, value]) => (value ? [[label, value] as const] : [])),
      ]}
    />
  );
}

/** One run: its facts, how far it is, and what it says while it runs. */
export function RunPage({ slice }: { slice: CrudSlice }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { language } = useFormat();
  const addressOf = usePageAddress();
  const { pathname: path } = useLocation();
  const page: RunPageState | undefined = useSelector((state: never) => see.of(state, path));
  const run = page?.run;
  if (!page || (!run && page.trouble === null))
    return (
      <Page>
        <CardSkeleton />
      </Page>
    );
  if (!run)
    return (
      <Page>
        <EmptyState
          kind={page.trouble ? 'missing' : 'network'}
          title={page.trouble ? errorText(t, page.trouble) : t('job.lost')}
          isPage
        >
          <Button icon="arrow-clockwise" onClick={() => dispatch(at.reload({ path }))}>
            {t('frame.retry')}
          </Button>
        </EmptyState>
      </Page>
    );
  const state = Number(run.state);
  const percent = run.progress ?? 0;
  return (
    <Page>
      <RecordHead
        title={run.jobName ?? ''}
        back={{ label: t('job.back'), to: addressOf({ feature: joblog.name }) }}
        end={<Commands run={run} slice={slice} />}
      >
        <RunState state={state} language={language} />
        {run.isLate === 1 && (
          <Chip tone="warning" title={t('job.lateText', { count: run.missed ?? 0 })}>
            {t('job.late')}
          </Chip>
        )}
      </RecordHead>
      {state === runStates.running && (
        <ProgressLine
          label={[t('job.progress', { percent }), run.progressText].filter(Boolean).join(' · ')}
          share={percent === 0 ? undefined : percent / 100}
        />
      )}
      <Card>
        <Facts run={run} />
      </Card>
      <Output run={run} lines={page.lines} />
    </Page>
  );
}
