import type { SagaMonitor, Task } from 'redux-saga';

interface Running {
  id: number;
  parent: number;
  effect: unknown;
}
interface Loose {
  type?: string;
  payload?: any;
  root?: true;
  saga?: { name: string };
}

function isTask(result: unknown): result is Task {
  return (
    typeof (result as Task | undefined)?.toPromise === 'function' && typeof (result as Task).isRunning === 'function'
  );
}

function pattern(what: unknown): string {
  if (Array.isArray(what)) return what.map(pattern).join(' | ');
  if (typeof what !== 'function') return String(what);
  // An action creator says its type; any other function is a condition.
  return Object.hasOwn(what, 'type') ? String((what as unknown as { type: string }).type) : what.name || 'a condition';
}

/** A short name of an effect; `undefined` for one that its children describe. */
function named(effect: unknown): string | undefined {
  const { type, payload, root, saga } = (effect ?? {}) as Loose;
  if (root) return saga?.name;
  switch (type) {
    case 'TAKE':
      return `waits for ${pattern(payload.pattern ?? 'a message')}`;
    case 'CALL':
    case 'CPS':
      // `supervise` and `ask` wrap everything and are left out.
      return ['supervise', 'ask'].includes(payload.fn.name) ? undefined : payload.fn.name || undefined;
    case 'FORK': {
      const watcher = /^take(Every|Latest|Leading)/.exec(payload.fn.name)?.[0];
      return watcher ? `${watcher} ${pattern(payload.args[0])}` : payload.fn.name || undefined;
    }
    case 'JOIN':
      return 'waits for another saga';
    default:
      return undefined; // race and all: their branches are listed instead
  }
}

/** Tracks the running sagas and what each of them waits for. */
export function sagaInspector() {
  const running = new Map<number, Running>();
  const end = (id: number) => void running.delete(id);
  const monitor: SagaMonitor = {
    effectTriggered({ effectId: id, parentEffectId: parent, effect }) {
      running.set(id, { id, parent, effect });
    },
    effectResolved(id, result) {
      // A fork returns at once; the forked task goes on.
      if (isTask(result) && result.isRunning())
        result.toPromise().then(
          () => end(id),
          () => end(id),
        );
      else end(id);
    },
    effectRejected: end,
    effectCancelled: end,
  };
  /** The running sagas, one a line; indented lines belong to the line above. Listeners are listed apart. */
  const lines = (): { busy: string[]; listening: string[] } => {
    const below = new Map<number, Running[]>();
    for (const one of running.values()) {
      const parent = running.has(one.parent) ? one.parent : 0;
      below.set(parent, [...(below.get(parent) ?? []), one]);
    }
    const listening: string[] = [];
    const told = (one: Running, depth: number): string[] => {
      const name = named(one.effect);
      const children = below.get(one.id) ?? [];
      // Its only child is the wait for its next action: it listens.
      if (name?.startsWith('take') && children.every(({ effect }) => (effect as Loose).type === 'TAKE')) {
        listening.push(name);
        return [];
      }
      const inner = children.flatMap((child) => told(child, name ? depth + 1 : depth));
      return name ? [`${'  '.repeat(depth)}${name}`, ...inner] : inner;
    };
    return { busy: (below.get(0) ?? []).flatMap((one) => told(one, 0)), listening };
  };
  return {
    monitor,
    lines,
    /** Number of pending effects. */
    get size() {
      return running.size;
    },
  };
}
