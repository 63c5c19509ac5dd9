/** For trying out jobs: it says its parameters, takes as long as it is told, and fails as often as it is told. */
import { setTimeout as sleep } from 'node:timers/promises';
import { refuse } from '../../kernel/errors';
import { defineJobHandler, wholeParam } from '../handler';

export const echo = defineJobHandler({
  key: 'demo.echo',
  async run({ params, log, progress, signal, attempt, map }) {
    const { steps: _steps, pauseMs: _pause, failTimes: _fail, ...said } = params;
    log.info(JSON.stringify(said));
    if (attempt <= wholeParam(params, 'failTimes', 0, 0, 1000)) refuse('job.asked', { attempt });
    const steps = wholeParam(params, 'steps', 1, 1, 1000);
    const pauseMs = wholeParam(params, 'pauseMs', 0, 0, 60_000);
    const parts = Array.from({ length: steps }, (_, index) => index + 1);
    await map(parts, async (step) => {
      if (pauseMs > 0) await sleep(pauseMs, undefined, { signal });
      if (steps > 1) log.info(`${step} / ${steps}`);
    });
    progress(100);
    return JSON.stringify(said);
  },
});
