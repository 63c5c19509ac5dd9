import type { AreaHelp } from '../../help';

export const own: AreaHelp = {
  welcome: {
    about:
      'The first page after sign-in: what has to be done today, frequent actions and the newest orders you have access to.',
    steps: [
      'The figures under “Today” open the lists behind them.',
      'On first use, follow “Get started”: enter the company’s name, add a product and a customer, then an order.',
    ],
    see: ['page:order', 'page:payments', 'page:dashboard', 'guide:start'],
  },
  dashboard: {
    about:
      'Principal on lease, what is due and overdue, and how signing goes. Figures follow your data scopes and open the rows behind them.',
    steps: [
      'Start with “My queue” and the overdue amounts, then “Payables ageing”: the longest overdue are at the bottom.',
      '“Monthly cash flow” shows rent and principal of past and coming months; the “Signing funnel” shows the contracts of the last 30 days.',
    ],
    refusals: { fieldsHidden: 'Your data scope hides fields behind these figures, so their charts aren’t shown.' },
    see: ['page:order', 'page:paymentPlan', 'page:fascContract', 'guide:payments#ageing'],
  },
  profile: {
    about: 'Your photo, name, mobile number and e-mail address, and your password.',
    steps: [
      'Change your details under “My profile” and choose “Save”. Photos are JPG or PNG of up to {{avatarKB}} KB.',
      'Where the mobile number is used to sign in, changing it needs your password, and a code sent to the new number if messages can be sent.',
      'Under “Change password” enter the current and the new one. It needs at least {{leastPasswordLength}} characters and two of: uppercase, lowercase, digits, symbols. Your sessions on other devices end.',
    ],
    refusals: {
      'upload.badAvatar': 'Choose a smaller JPG or PNG image. The content decides, not the file name.',
      'password.common': 'Avoid common passwords, keyboard rows and your account name.',
      'auth.oldPasswordWrong': 'If you have forgotten it, an administrator can reset it.',
      'user.phoneTaken': 'A mobile number belongs to one account.',
    },
    see: ['guide:start#account', 'guide:keyboard'],
  },
  inbox: {
    about: 'All notices, messages and mails for you, with those of the past. Search them by title and text.',
    steps: [
      'Choose a kind and a range, or search for words.',
      'Opening an entry marks it as read; “Mark all as read” marks all the others.',
      'Where a message is about a record, “View details” opens it.',
    ],
    see: ['page:notice', 'guide:notices'],
  },
  transfer: {
    about:
      'Your exports in the background. Lists of more than {{mostRowsStreamed}} rows are made there; you are told when they are done, and files are kept for {{transferDays}} days.',
    steps: [
      'Export a list under “Import and export” as usual. A long one goes on in the background while you work.',
      'When it is done, choose “Download” here. The file is yours alone.',
      'Choose “Cancel” or “Delete” for what you don’t need, and “Export again” for the newest data.',
    ],
    refusals: {
      'transfer.tooManyInMaking': 'Wait for an export to finish, or cancel one.',
      'transfer.rightsLost': 'You lost the right to export this list meanwhile. Ask an administrator.',
    },
    see: ['page:inbox', 'guide:lists#export'],
  },
  guide: {
    about:
      'The whole system by topic. Read it chapter by chapter, search it or print a chapter; each chapter has an address that you can pass on.',
    see: ['guide:start', 'guide:refused', 'guide:keyboard'],
  },
  dictHorizontal: {
    about: 'Dictionaries on the left, entries of the selected one on the right.',
    see: ['page:dict', 'page:dictbiz', 'guide:people#dictionaries'],
  },
  dictVertical: {
    about: 'Dictionaries above, entries of the selected one below.',
    see: ['page:dict', 'page:dictbiz', 'guide:people#dictionaries'],
  },
};
