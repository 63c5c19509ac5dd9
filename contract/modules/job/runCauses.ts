/** Why a run ended without success, and why a job was paused, where the scheduler itself decided it. */
import { filledIn, type Language, type Text, textIn } from '../../domain/text';

export const runCauses = {
  tooMany: ['运行中的实例过多（{x}>{y}）', 'Too many runs at a time ({x}>{y})'],
  noWorker: ['没有可用的执行节点', 'No node is available for it'],
  timeLimit: ['运行超时', 'It took longer than its time limit'],
  lost: ['执行节点两次中断，不再重试', 'Its node ended twice while it ran; it is not tried again'],
  nodeGone: ['执行节点已离线', 'The node that it was for is gone'],
  jobRemoved: ['任务已删除', 'The job was removed'],
  jobPaused: ['租户已停用', 'The tenant is disabled'],
  stopped: ['已由 {by} 停止', 'Stopped by {by}'],
  unknownHandler: ['处理器不存在', 'There is no such handler'],
  notPlatform: ['该处理器仅限平台租户使用', 'This handler is for the platform’s own tenant only'],
  lifeOver: ['生命周期已结束，任务已暂停', 'Its active period is over; the job is paused'],
  removedThere: ['任务服务上已删除该任务', 'It was removed on its job server'],
  noFurther: ['没有更多的运行时间，任务已暂停', 'It has no further times; the job is paused'],
} as const satisfies Record<string, Text>;
export type RunCause = keyof typeof runCauses;

/** As it is stored: the name, and its details as those of an address. */
export function causeOf(name: RunCause, details: Readonly<Record<string, string>> = {}): string {
  const more = new URLSearchParams(details).toString();
  return more === '' ? `@${name}` : `@${name}?${more}`;
}

/** The sentence of a stored cause; any other text as it is. */
export function causeText(stored: string | null, language: Language): string | null {
  const [, name = '', details = ''] = /^@(\w+)(?:\?(.*))?$/.exec(stored ?? '') ?? [];
  if (!Object.hasOwn(runCauses, name)) return stored;
  return filledIn(textIn(runCauses[name as RunCause], language), Object.fromEntries(new URLSearchParams(details)));
}
