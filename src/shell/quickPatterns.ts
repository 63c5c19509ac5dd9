/** What sagas wait for, told so that asking costs little: each action is shown to each saga that waits. */
import type { Action } from '@reduxjs/toolkit';
import type { EffectMiddleware } from 'redux-saga';
import { effectTypes, type TakeEffect } from 'redux-saga/effects';

type Single = string | ((action: Action) => boolean);

/** An action creator by the type of its actions, everything else as it is. */
function single(pattern: unknown): Single | undefined {
  if (typeof pattern === 'string') return pattern;
  if (typeof pattern !== 'function') return undefined;
  return Object.hasOwn(pattern, 'toString') ? String(pattern) : (pattern as (action: Action) => boolean);
}

/** redux-saga makes the matchers of a list anew for each action; undefined where the pattern is better left to it. */
function quick(pattern: unknown): Single | undefined {
  if (!Array.isArray(pattern)) return single(pattern);
  const singles = pattern.map(single);
  if (singles.some((one) => one === undefined || one === '*')) return undefined;
  const types = new Set(singles.filter((one) => typeof one === 'string'));
  const others = singles.filter((one) => typeof one === 'function');
  return (action) => types.has(action.type) || others.some((isMeant) => isMeant(action));
}

/** Helpers such as `takeLatest` yield the same effect again and again. */
const known = new WeakMap<object, TakeEffect>();

function quickened(effect: TakeEffect): TakeEffect {
  const before = known.get(effect);
  if (before) return before;
  const { pattern, ...payload } = effect.payload as { pattern?: unknown };
  const now = quick(pattern);
  const made = now === undefined ? effect : ({ ...effect, payload: { ...payload, pattern: now } } as TakeEffect);
  known.set(effect, made);
  return made;
}

/** Goes before each effect of all sagas. */
export const quickPatterns: EffectMiddleware = (next) => (effect) =>
  next(effect?.type === effectTypes.TAKE ? quickened(effect) : effect);
