/** What the browser reports of an error that nobody caught. */
export interface BrowserFault {
  message: string;
  stack: string;
  info: string;
}
const turnMs = 100;
/** More than these of one turn would not fit into the log. */
const mostWaiting = 200;

/**
 * Errors can come by the thousand: they are handed on in turns, the newest of each. What goes wrong while one is handed
 * on is dropped, or a fault in the log would feed the log for ever.
 */
export function faultDoor(
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
      // There is nowhere left to report to.
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
