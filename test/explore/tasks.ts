/** Running sagas: how many of each, and how many answers they wait for. */
import type { SagaMonitor, Task } from 'redux-saga';

interface Pending {
  parent: number;
  isCall: boolean;
}
function isTask(result: unknown): result is Task {
  return (
    typeof (result as Task | undefined)?.isRunning === 'function' &&
    typeof (result as Task | undefined)?.toPromise === 'function'
  );
}

export function taskCounter() {
  const pending = new Map<number, Pending>();
  const names = new Map<number, string>();
  let tasks: { task: Task; name: string; parent: number }[] = [];
  const end = (id: number) => void pending.delete(id);
  const monitor: SagaMonitor = {
    rootSagaStarted: ({ effectId, saga }) => void names.set(effectId, saga.name),
    effectTriggered({ effectId, parentEffectId: parent, effect }) {
      const { type = '', payload } = (effect ?? {}) as { type?: string; payload?: any };
      pending.set(effectId, { parent, isCall: type === 'CALL' });
      // A watcher is identified by what it waits for, because there are many.
      if (type === 'FORK') names.set(effectId, `${payload.fn.name} ${describe(payload.args[0])}`.trim());
    },
    effectResolved(id, result) {
      if (isTask(result)) tasks.push({ task: result, name: names.get(id) ?? '', parent: pending.get(id)?.parent ?? 0 });
      names.delete(id);
      end(id);
    },
    effectRejected: end,
    effectCancelled: end,
  };
  return {
    monitor,
    /** Calls that wait for a promise, without anything below them. */
    waits(): number {
      tasks = tasks.filter(({ task }) => task.isRunning());
      // A task that has forked stays until its children end, without waiting for anything itself.
      const parents = new Set(tasks.map(({ parent }) => parent));
      for (const { parent } of pending.values()) parents.add(parent);
      let count = 0;
      for (const [id, { isCall }] of pending) if (isCall && !parents.has(id)) count += 1;
      return count;
    },
    /** Names of the tasks that run, in one order. */
    running(): string[] {
      tasks = tasks.filter(({ task }) => task.isRunning());
      return tasks.map(({ name }) => name).sort();
    },
  };
}

function describe(what: unknown): string {
  if (Array.isArray(what)) return what.map(describe).join('|');
  if (typeof what === 'function') return Object.hasOwn(what, 'type') ? String((what as any).type) : '(condition)';
  return typeof what === 'string' ? what : '';
}
