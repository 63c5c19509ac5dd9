/** The browser's report of an uncaught error. */
export interface BrowserFault {
  message: string;
  stack: string;
  info: string;
}
const turnMs = 100;
/** More errors of one task would not fit into the log. */
const mostWaiting = 200;

/**
 * Errors can come by the thousand: they are reported in batches, the newest of each. Errors while a batch is reported
 * are dropped, or an error in the log would feed the log for ever.
 */
export function faultReporter(
  hand: (faults: BrowserFault[]) => void,
  later: (work: () => void) => void = (work) => void setTimeout(work, turnMs),
): (fault: BrowserFault) => void {
  let waiting: BrowserFault[] = [];
  let isHanding = false;
  const turn = () => {
    const faults = waiting.slice(-mostWaiting);
    waiting = [];
    isHanding = true;
    try {
      hand(faults);
    } catch {
      // It cannot be reported either.
    } finally {
      isHanding = false;
    }
  };
  return (fault) => {
    if (isHanding) return;
    waiting.push(fault);
    if (waiting.length === 1) later(turn);
    else if (waiting.length > 2 * mostWaiting) waiting = waiting.slice(-mostWaiting);
  };
}
