import type { Like } from '../../like';
import type { texts as source } from '../../zh/areas/report';

export const texts: Like<typeof source> = {
  figures: { title: 'Business reports', choose: 'Choose a report', back: 'Back to the business reports' },
  report: {
    run: 'Run report',
    runFirst: 'Run the report first',
    keep: 'Save parameters',
    kept: 'Parameters saved. The report opens, and is sent, with them.',
    xlsx: 'Export to Excel',
    pdf: 'Export to PDF',
    print: 'Print',
    total: 'Total',
    rows: '{{count}} rows',
    rows_one: '{{count}} row',
    cut: '{{count}} rows. The first {{shown}} are shown; totals include all.',
    nothing: 'No data',
    choose: 'Fill in the conditions, then run the report',
    lost: 'The report couldn’t be loaded',
    sent: 'Scheduled report',
    file: 'File',
    size: 'Size',
    madeAt: 'Generated at',
    scheduledBy: 'Scheduled by',
    download: 'Download',
    openNow: 'Open with current data',
  },
};
