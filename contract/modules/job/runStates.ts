/** States of a run; numbers as PowerJob has them. */
export const runStates = {
  waiting: 1,
  /** Given to a node that has not taken it yet. */
  dispatched: 2,
  running: 3,
  failed: 4,
  succeeded: 5,
  cancelled: 9,
  stopped: 10,
} as const;
export type RunState = (typeof runStates)[keyof typeof runStates];

export const runStateTexts = {
  [runStates.waiting]: ['等待派发', 'Waiting'],
  [runStates.dispatched]: ['等待执行', 'Dispatched'],
  [runStates.running]: ['运行中', 'Running'],
  [runStates.failed]: ['失败', 'Failed'],
  [runStates.succeeded]: ['成功', 'Succeeded'],
  [runStates.cancelled]: ['取消', 'Cancelled'],
  [runStates.stopped]: ['手动停止', 'Stopped'],
} as const;

/** Those that a run does not leave. */
export const finalStates: readonly number[] = [
  runStates.failed,
  runStates.succeeded,
  runStates.cancelled,
  runStates.stopped,
];

/** Why there is a run. */
export const runTriggers = { schedule: 1, person: 2 } as const;
export const runTriggerTexts = {
  [runTriggers.schedule]: ['定时', 'Schedule'],
  [runTriggers.person]: ['手动', 'Manual'],
} as const;
