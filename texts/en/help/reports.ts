import type { AreaHelp } from '../../help';

export const reports: AreaHelp = {
  figures: {
    about:
      'Ageing, cash flow by month, outstanding principal, due list, maturities and yield as of any day. What counts is what was booked by then: receipts and reversals that are entered later change no figure of that day.',
    steps: [
      'Choose a report, a day not later than today, and the direction of money, then “Run report”. What the company pays and what customers pay are kept apart.',
      'Choose a figure to open the list it consists of; the list adds up to it to the cent. A contract number there opens the order.',
      '“Export to Excel” and “Export to PDF” save what the page shows. The address holds the parameters and can be passed on.',
    ],
    refusals: {
      'report.future': 'Reports tell what has been booked, so the latest day is today.',
      'report.hidden': 'Reports contain only what you may see. Ask an administrator for the menu or data scope.',
    },
    see: ['page:report', 'page:dashboard', 'page:receipt'],
  },
  report: {
    about:
      'Portfolio, due list, ageing, cash flow, signing funnel and customer statement. Each report can be read here, printed, exported, and sent on a schedule.',
    steps: [
      'Choose “View”, fill in the conditions and choose “Run report”. The address holds the conditions and can be passed on.',
      '“Save parameters” keeps them for the next time and for scheduled reports. Periods such as last month follow the calendar.',
      'Save it as a file with “Export to Excel” or “Export to PDF”. If there are too many rows, choose a shorter period or narrow it down.',
      'Add as many of a type as you need, each with its own name, parameters and schedule.',
    ],
    buttons: {
      Schedule:
        'Sets the days, the time and the recipients. The report is made with the rights of the person who set it, and recipients see all of it.',
    },
    refusals: {
      'report.hidden':
        'A report holds only what you have access to. Ask an administrator for the menus or data scopes.',
      'report.tooSlow': 'Choose a shorter period, a customer or a product.',
    },
    see: ['page:dashboard', 'page:paymentPlan', 'guide:payments#ageing'],
  },
};
