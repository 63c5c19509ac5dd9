import type { Like } from '../like';
import type { flow as source } from '../zh/flow';

export const flow: Like<typeof source> = {
  flow: {
    title: 'Process diagram',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    fit: 'Fit to window',
    running: 'In progress',
    choosePerson: 'Select a person',
    done: 'Completed',
    line: 'Path taken',
    now: 'Current step: ',
    empty: 'No diagram',
    tooLarge: 'This diagram is too large to display',
    unreadable: 'This file can’t be shown as a diagram',
    undrawn:
      'The file says nothing of where its elements are (BPMNDiagram), so it can’t be shown. Export it with its diagram from the tool that drew it',
  },
};
