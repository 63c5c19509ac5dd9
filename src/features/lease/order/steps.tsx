import { daysBetween } from '../../../../contract/domain/calendar';
import {
  active,
  awaitingContract,
  awaitingStart,
  awaitingVoucher,
  cancelled,
  draft,
  matured,
  settled,
  signing,
  terminated,
  terminating,
  voucherReview,
} from '../../../../contract/domain/lifecycle/orderStates';
import { wordFor } from '../../../store/crud/dict';
import { StateBar, type StateBarProps } from '../../../ui/layout/record';
import { actorOf } from '../../crud/history/historyWords';
import { entryInto, isLive, isOverdue, shortTime, type View } from './view';

type Step = StateBarProps['steps'][number];

/** The step of each state, and the completed share of the step. */
const places: Record<number, readonly [step: number, share: number]> = {
  [draft]: [0, 0.5],
  [awaitingVoucher]: [1, 0],
  [voucherReview]: [1, 0.5],
  [awaitingContract]: [2, 0],
  [signing]: [2, 0.5],
  [awaitingStart]: [3, 0],
  [active]: [3, 0],
  [matured]: [3, 1],
  [settled]: [4, 1],
  [terminating]: [4, 0.5],
  [terminated]: [4, 1],
  [cancelled]: [4, 1],
};
function isOver(status: number) {
  return status === settled || status === terminated;
}

/** State codes of each step; the last step has three outcomes. */
const ways: readonly (readonly (readonly number[])[])[] = [
  [[draft]],
  [[awaitingVoucher, voucherReview]],
  [[awaitingContract, signing]],
  [[awaitingStart, active, matured]],
  [[settled], [terminating, terminated], [cancelled]],
];
const keys = ['entry', 'voucher', 'signing', 'running', 'end'] as const;

/** Elapsed days of the term, between 0 and its length. */
export function termRun({ held, pageState }: Pick<View, 'held' | 'pageState'>): { day: number; of: number } | null {
  if (!held.interestDate || !held.deadline) return null;
  const day = daysBetween(held.interestDate, pageState.today) + 1;
  return { day: Math.min(Math.max(day, 0), held.deadline), of: held.deadline };
}

/** The life of the order in five steps, each with time and actor. */
export function stepsOf({ pageState, held, format, t }: View): Step[] {
  const status = held.businessStatus ?? draft;
  const history = pageState.parts.history ?? [];
  const plan = (pageState.parts.plan ?? []).filter(isLive);
  const stopped = entryInto(history, cancelled)?.changes.find(({ field }) => field === 'businessStatus')?.before;
  const isCancelled = status === cancelled;
  // A cancelled order shows the steps it had completed.
  const [reached] = places[isCancelled ? Number(stopped ?? draft) : status] ?? [0];
  const [, share = 0] = places[status] ?? [];
  const run = status === active ? termRun({ held, pageState }) : null;

  const timeAndActor = (time: string | null | undefined, by?: string) =>
    [shortTime(time), by].filter(Boolean).join(' ');
  const added = history.find(({ entity, action }) => entity === 'order' && action === 'add');
  const confirmed = held.pzsfqr === 1 ? entryInto(history, awaitingContract) : undefined;
  const ended = isOver(status) || status === terminating || isCancelled ? entryInto(history, status) : undefined;
  const late = plan.filter(isOverdue).length;
  const paid = plan.filter(({ payStatus }) => payStatus === 1).length;
  const facts: readonly (readonly string[])[] = [
    [timeAndActor(held.createTime, added && actorOf(added, t))],
    held.voucherTime
      ? [t('orderPage.step.confirmed', { by: timeAndActor(held.voucherTime, confirmed && actorOf(confirmed, t)) })]
      : [],
    held.signedTime ? [t('orderPage.step.signed', { time: timeAndActor(held.signedTime) })] : [],
    plan.length === 0
      ? []
      : [
          t('orderPage.step.paid', { paid, count: plan.length }) +
            (late > 0 ? t('orderPage.step.late', { count: late }) : ''),
        ],
    ended || held.settledTime ? [timeAndActor(held.settledTime ?? ended?.createTime, ended && actorOf(ended, t))] : [],
  ];

  const stateOf = (step: number): Step['state'] => {
    if (isCancelled) return step < reached ? 'done' : step === reached || step === 4 ? 'stopped' : 'todo';
    if (isOver(status)) return 'done';
    return step < reached ? 'done' : step === reached ? 'current' : 'todo';
  };
  const wordsOf = (states: readonly number[]) => (
    <>
      {states.map((state, index) => (
        <span key={state}>
          {index > 0 && ' → '}
          {state === status || (isCancelled && state === stopped) ? (
            <b>{wordFor(format.dicts, 'order_business_status', state, format.language)}</b>
          ) : (
            wordFor(format.dicts, 'order_business_status', state, format.language)
          )}
        </span>
      ))}
    </>
  );

  return keys.map((key, step) => {
    const state = stateOf(step);
    // Once an outcome is known, the other outcomes are not shown.
    const own = ways[step]!.filter((way) => step < 4 || reached < 4 || way.includes(status));
    const shown = step === 4 && isCancelled ? [[cancelled]] : own;
    return {
      key,
      title: t(`orderPage.step.${key}`),
      // Before its start date an order has no interest yet.
      note: step === 3 && run && run.day > 0 ? t('orderPage.step.day', run) : undefined,
      lines: [...shown.map(wordsOf), ...facts[step]!.filter(Boolean)],
      state,
      share: step === 3 && run ? run.day / run.of : share,
      weight: step === 3 ? 2 : 1,
    };
  });
}

export function OrderSteps(view: View) {
  return <StateBar label={view.t('orderPage.step.label')} steps={stepsOf(view)} />;
}
