import type { Like } from '../like';
import type { transfer as zh } from '../zh/transfer';

export const transfer: Like<typeof zh> = {
  transfer: {
    menu: 'Import and export',
    exportXlsx: 'Export to Excel',
    exportCsv: 'Export to CSV',
    exporting: 'Exporting {{rows}} of {{total}} rows',
    preparing: 'Preparing the export…',
    cancel: 'Cancel',
    exported: 'Exported',
  },
};
