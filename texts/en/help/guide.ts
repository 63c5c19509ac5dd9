import type { Guide } from '../../help';

export const help: Guide = {
  start: [
    {
      id: 'signin',
      title: 'Signing in',
      blocks: [
        'Enter your account and password. Where several tenants sign in on one page, enter the tenant number too; your company’s own domain fills it in.',
        {
          list: [
            'The first time, use the one-time password from your administrator, then set your own.',
            'A one-time password is valid for {{oneTimePasswordHours}} hours. Ask for a new one if it has expired.',
            'Too many wrong passwords lock the account for a while. Try again later, or ask an administrator to unlock it.',
            'Whether phone, third-party and single sign-on are offered is up to the system’s operator.',
          ],
        },
      ],
    },
    {
      id: 'window',
      title: 'The window',
      blocks: [
        'On the left is the menu with the pages you have access to. The top bar has search, notices, help and your own menu; below it are the open tabs.',
        {
          list: [
            'Press Ctrl K and type a page, contract number, customer or phone number to open pages, records and chapters of this guide.',
            'What you have typed stays when you switch tabs. Right-click a tab to “Refresh”, “Pin”, “Close others” or “Clear cache”.',
            '“Clear cache” loads menus, permissions and dictionaries again. Open tabs and unsaved input stay. Use it after an administrator has changed something.',
            'Choose “Lock screen” when you leave. Unsaved input stays.',
          ],
        },
      ],
    },
    {
      id: 'account',
      title: 'Profile and password',
      blocks: [
        'Open [your profile](page:profile) from your menu at the top right to change photo, name, mobile number, e-mail address and password.',
        'A password has at least {{leastPasswordLength}} characters and two of: uppercase, lowercase, digits, symbols. Common passwords and forms of the account name are refused. Sessions on other devices end when you change it.',
      ],
    },
    {
      id: 'help',
      title: 'Getting help',
      blocks: [
        'The question mark at the top explains the page you are on: what it is for, the steps, states and buttons. You can work while it is open, and it follows you to other pages.',
        'At its end, “Replay the tour” shows the tour again.',
      ],
    },
  ],
  order: [
    {
      id: 'overview',
      title: 'One order from start to end',
      blocks: [
        'Business begins with a product and ends with the last instalment. The status says how far an order is, and the main button of its page is the next step. Where you don’t have the permission for it, the page names the colleagues who do.',
        {
          states: {
            of: 'order.businessStatus',
            means: {
              0: 'Being entered.',
              1: 'Waiting for the customer’s transfer and its voucher.',
              2: 'Finance checks the voucher.',
              3: 'The voucher is confirmed; contracts can be issued.',
              4: 'The customer has contracts to sign.',
              5: 'All signed; waiting for the start date.',
              6: 'Started; instalments are paid one by one.',
              7: 'Past maturity with unpaid instalments.',
              8: 'Everything is paid.',
              9: 'Waiting for the settlement payment.',
              10: 'Ended early.',
              11: 'Cancelled before the start.',
            },
          },
        },
      ],
    },
    {
      id: 'product',
      title: 'Products',
      blocks: [
        'Maintain [products](page:product) first. A submitted order has its own copy of the terms, so later changes don’t affect it; drafts follow their product.',
        'Disabled products can’t be ordered. Existing orders go on.',
      ],
    },
    {
      id: 'customer',
      title: 'Customers',
      blocks: [
        'Record [customers](page:customer). Signing links and codes go to the mobile number, and the ID number proves identity at signing, so enter both with care.',
        'Many customers can be [imported from a file](guide:lists#import).',
      ],
    },
    {
      id: 'entry',
      title: 'Entering and submitting',
      blocks: [
        {
          steps: [
            'In [Orders](page:order) choose “Add”, select customer and product, and enter the principal, a multiple of the amount per unit.',
            'Where the product is repaid by a rent table, type it row by row: date, principal and rent.',
            'Enter bank card and bank. If the card number fails its check, look again; you can go on if it is right.',
            'The “Schedule preview” is calculated as you type, before anything is saved.',
            'Choose “Save draft” to finish later, or “Submit” to get the contract number.',
          ],
        },
        'After submission customer, product and principal are fixed. Phone, bank card, bank and start date can be changed until the lease starts; the remark always.',
      ],
    },
    {
      id: 'voucher',
      title: 'Transfer voucher',
      blocks: [
        'Upload the voucher under “Documents” of the order, which then waits for review. It may be an image or a PDF of up to {{pictureMB}} MB.',
        'A colleague with the permission checks the amount and chooses “Confirm voucher”, or “Reject voucher” with a reason. The customer is told if the message template is switched on.',
        'A voucher can’t be replaced during review, so that what is confirmed is what was seen.',
      ],
    },
    {
      id: 'start',
      title: 'Lease start',
      blocks: [
        'Once all contracts are signed the order waits for its start date. The lease starts by itself on that day, or when you choose “Start lease”.',
        'Without a date, it is the day after the voucher was confirmed or the day the last contract was completed, whichever is later. The schedule is generated once; the start date is fixed afterwards.',
      ],
    },
    {
      id: 'calculation',
      title: 'How rent is calculated',
      blocks: [
        {
          table: [
            ['Term', 'Meaning'],
            [
              'Total rent',
              'Principal × annual rate × days ÷ day count, rounded to the cent. It is the same for both kinds of payout.',
            ],
            [
              'Day count',
              'Days in a year. Automatic means 360 for terms in multiples of 30 days, and 365 for all others. A product can fix it.',
            ],
            ['Instalments', 'With monthly payout, the term in months. At maturity there is one.'],
            ['Monthly rent', 'Total rent ÷ instalments, rounded to the cent.'],
            [
              'Rounding difference',
              'The cents left over by rounding. The last instalment takes them, so that all add up to the total rent.',
            ],
            [
              'Start and maturity',
              'The start day counts, the maturity day does not. Maturity is the start date plus the term.',
            ],
            [
              'Due dates',
              'The same day of each month as the start, or the month’s last day; the last instalment is due at maturity.',
            ],
            [
              'Principal',
              'Interest first and at maturity repay it with the last instalment, the other methods with each. A residual value stays until the last.',
            ],
          ],
        },
        'This is interest first and all at maturity with their usual settings. The other repayment methods:',
        {
          table: [
            ['Method', 'How an instalment is made up'],
            [
              'Annuity',
              'All instalments are equal: interest on the principal still owed, and the rest repays principal.',
            ],
            ['Equal principal', 'The same principal each time, and interest on what is still owed.'],
            ['Flat rate', 'Interest on the whole principal for the whole term, spread evenly with the principal.'],
            [
              'Rent table',
              'Date, principal and rent are typed row by row on the order. Principal must add up to that of the order.',
            ],
          ],
        },
        'These methods count whole periods, and the lease ends with the last of them. Fee and deposit at the start and the purchase price at the end are rows of their own. The deposit is given back at the end, which is no row.',
        'The “Effective yearly rate” discounts everything that is paid by actual days (XIRR, years of 365 days), with charges and the deposit given back. Compare methods by it.',
        'The “Payment schedule” on the order page shows every step of the calculation. Previews write nothing.',
      ],
    },
    {
      id: 'end',
      title: 'Settlement and cancellation',
      blocks: [
        'Confirm instalments in the [payment workbench](page:payments). The last one settles the order.',
        'Before the lease starts, “Cancel order” cancels it with a reason and voids unsigned contracts. Orders with a signed contract can’t be cancelled.',
      ],
    },
  ],
  signing: [
    {
      id: 'issue',
      title: 'Issuing contracts',
      blocks: [
        {
          steps: [
            'With the voucher confirmed, choose “Issue contracts” on the order page. It says which contracts are generated and where the link goes.',
            'With an SMS service and a mobile number the link is sent at once. Otherwise the contracts wait to be signed in person.',
            'Follow them under “Contracts” of the order: delivered, read, and days until the link expires.',
          ],
        },
        'Contracts print the company’s name, which begins as “{{unnamedCompany}}”. Have the platform’s administrator change it first.',
      ],
    },
    {
      id: 'bylink',
      title: 'Signing by link',
      blocks: [
        {
          steps: [
            'The customer opens the link and enters mobile number, the last four characters of the ID number, and the code from the message.',
            'They read the contract to its last page.',
            'They draw or type their signature, agree and confirm.',
          ],
        },
        'The evidence is added to the contract as a page of its own: time, network address, how identity was verified, and the digest of the file.',
        'The link is for the customer alone. Staff don’t see it.',
      ],
    },
    {
      id: 'counter',
      title: 'Signing in person',
      blocks: [
        'For customers without a mobile number, without an SMS service, or who prefer it. It needs the permission “Sign in person”.',
        {
          steps: [
            'Check the original document and the person in front of you.',
            'Choose “Sign in person” at the contract, and enter the full number of the document and your own password.',
            'Hand over the screen. You are the witness: your name, account and the device’s address become part of the evidence.',
          ],
        },
        'The number must be the one on record. If there is none, add it to the customer first.',
      ],
    },
    {
      id: 'resend',
      title: 'Resent, declined and expired contracts',
      blocks: [
        'Resending generates contract and link again, and the old link stops working. Wait {{resendSeconds}} seconds between two sendings; an order and a number get up to {{mostMessagesADay}} a day.',
        'A customer who declines gives a reason, which stands at the contract. Resend it after you have talked, or cancel the order.',
        {
          states: {
            of: 'fascContract.progress',
            means: {
              5: 'The file or its signing task at FASC is being made.',
              6: 'The signing task couldn’t be created at FASC. Try again.',
              7: 'Withdrawn at FASC. It can be resent.',
              1: 'Waiting for the customer.',
              2: 'Signed. It can’t be changed.',
              3: 'Not signed in time. It can be resent.',
              4: 'Declined by the customer. It can be resent.',
              0: 'Voided.',
            },
          },
        },
      ],
    },
    {
      id: 'legal',
      title: 'Good to know',
      blocks: [
        'The texts of contracts are samples. Have your lawyers read them.',
        'Signatures rest on stored digests and on a code sent to the customer’s phone or a witness at the counter, not on a licensed certification authority. Contracts signed at FASC rest on its identification.',
      ],
    },
  ],
  payments: [
    {
      id: 'confirm',
      title: 'Confirming a batch',
      blocks: [
        {
          steps: [
            'Open the [payment workbench](page:payments) and choose dates in the calendar; hold Ctrl for several. “Include all overdue” adds overdue instalments.',
            'Select instalments, and check count, total and the subtotals by bank. This is a preview and writes nothing.',
            'Choose to confirm, check the amount in words, type the number of payments, and confirm again.',
          ],
        },
        'A batch has up to {{largestBatch}} payments. Either all are written or none. They can’t be changed afterwards; a wrong payment is reversed by another person under [Ledger](page:receipt).',
        'If the connection breaks before you have a result, confirm again. One confirmation has one number, so nothing is paid twice.',
      ],
    },
    {
      id: 'reasons',
      title: 'When a reason is needed',
      blocks: [
        {
          list: [
            'An earlier instalment of the order is still unpaid.',
            'The payment is more than {{earlyPaymentDays}} days before the due date.',
          ],
        },
        'The reason goes into the history, where people with access to the order can read it.',
      ],
    },
    {
      id: 'states',
      title: 'States of instalments',
      blocks: [
        {
          states: {
            of: 'paymentPlan.payStatus',
            means: {
              0: 'Not paid yet. Past its due date it counts as overdue, and late charges accrue at the rate of the contract.',
              1: 'Confirmed as paid.',
              2: 'No payment is needed any more.',
            },
          },
        },
        'Frozen instalments can’t be paid for now. They usually belong to orders that are being settled early.',
      ],
    },
    {
      id: 'ageing',
      title: 'Ageing',
      blocks: [
        'Ageing is the number of days since the due date. “Payables ageing” on the [dashboard](page:dashboard) groups what is unpaid: not due, 1–30, 31–60, 61–90 and more than 90 days. Each group opens its instalments.',
        'With their templates switched on, customers are reminded {{dueDays}} days before the due date and every {{overdueDays}} days when overdue, in one message for each customer.',
      ],
    },
    {
      id: 'papers',
      title: 'Receipts and details',
      blocks: [
        'After a payment “Print receipt” prints batch number, time and totals, and “Export details” saves the list.',
        'Later, find the batch by its number in the [payment schedule](page:paymentPlan).',
      ],
    },
  ],
  lists: [
    {
      id: 'find',
      title: 'Searching and filtering',
      blocks: [
        'Enter conditions and choose “Search”. They are part of the address: send it to a colleague, who sees the same list within their own data scopes.',
        'A page has up to {{largestPage}} rows. Totals at the bottom cover all rows that match, not the page alone.',
      ],
    },
    {
      id: 'shape',
      title: 'Columns and row height',
      blocks: [
        '“Columns” decides which columns are shown, their order and width, which ones stay at the left, and the row height. It is kept with your account, on every computer; “Reset” undoes it.',
      ],
    },
    {
      id: 'views',
      title: 'Saved views',
      blocks: [
        '“Save view” keeps conditions, sort order and columns under a name, for yourself or for everyone who can see the list.',
        'Up to {{mostViews}} views a list. Shared ones are changed by their owner or an administrator; they don’t open for people who can’t see a field they use.',
      ],
    },
    {
      id: 'export',
      title: 'Export',
      blocks: [
        'Under “Import and export” choose “Export to Excel” or “Export to CSV”. The file has all rows that match and the columns shown; what is hidden from you is hidden in the file.',
        'Go on working meanwhile, or cancel. Exports are recorded in the audit trail.',
        'Lists of more than {{mostRowsStreamed}} rows are made in the background; you are told when they are done and get them under [My exports](page:transfer), for {{transferDays}} days.',
      ],
    },
    {
      id: 'import',
      title: 'Import',
      blocks: [
        {
          steps: [
            'Under “Import and export” choose “Import…”, then “Download template”, and fill it in by its notes.',
            'Choose the file. Every row is checked, and each problem is listed with row and column.',
            'Correct the file and choose it again. Once all rows pass, import them.',
          ],
        },
        'Up to {{mostRowsImported}} rows and {{importMB}} MB; {{mostPasswordsImported}} people, who get passwords. If one row fails, nothing is written.',
        'Format columns of card and ID numbers as text, or the spreadsheet drops their last digits.',
      ],
    },
    {
      id: 'print',
      title: 'Printing',
      blocks: [
        'Lists, orders, schedules and receipts can be printed with their print button or the browser’s. Menus and buttons are left out.',
      ],
    },
  ],
  notices: [
    {
      id: 'read',
      title: 'Receiving',
      blocks: [
        'New notices appear at the bell at once, without reloading. Open it for the latest ones; “See all” leads to [your messages](page:inbox) with search.',
        'Tasks for you, such as registrations to review, are dealt with there too.',
      ],
    },
    {
      id: 'publish',
      title: 'Publishing',
      blocks: [
        'People with the permission write [notices](page:notice) for everyone, or for departments, roles or people, now or at a set time. Published notices can be withdrawn but not edited.',
      ],
    },
    {
      id: 'customers',
      title: 'Messages to customers',
      blocks: [
        'Signing links, codes, rejected vouchers, reminders and payment confirmations are sent to customers when they are due. Edit their words under [Message templates](page:messageTemplate), and see results in the [message log](page:messageLog).',
        {
          list: [
            'A customer with a mobile number gets a text message if there is an SMS service; otherwise an e-mail, if there are an address and a mail server.',
            'Between {{quietHours}} only messages that a customer waits for are sent. Others follow afterwards.',
            'A number gets up to {{dailyCap}} messages a day.',
            'One event has one message. If the gateway did not answer, a person decides whether to send it again.',
            'Without an SMS service nothing pretends to be sent; the log says so.',
          ],
        },
      ],
    },
  ],
  storage: [
    {
      id: 'upload',
      title: 'Uploading',
      blocks: [
        'Documents of orders are uploaded on the order page: JPG, PNG, BMP and WebP, vouchers and paper contracts as PDF too, up to {{pictureMB}} MB each.',
        'Other files go to [Attachments](page:attach). Large ones are sent in parts and resume after an interruption; close the window or change pages, they go on.',
        'The content decides about the type, not the file name.',
      ],
    },
    {
      id: 'limits',
      title: 'Limits',
      blocks: [
        'A tenant has {{tenantGiB}} GB, and a file up to {{fileMiB}} MB, unless the platform’s administrator has changed it.',
        'Temporary files that no record uses are removed. Files in use can’t be deleted.',
      ],
    },
    {
      id: 'where',
      title: 'Where files are',
      blocks: [
        'On the server, unless an [object store](page:oss) is enabled. New files go there then; existing ones are read from where they are.',
        'Links to files expire, and end with the record.',
      ],
    },
  ],
  people: [
    {
      id: 'model',
      title: 'What decides about access',
      blocks: [
        {
          table: [
            ['Level', 'Decides'],
            ['Package', 'which menus a tenant may have'],
            ['Menus and buttons of a role', 'which pages people open and which buttons they press'],
            ['Data scopes', 'which rows and fields they see'],
            ['API scopes', 'which roles may make reserved calls'],
          ],
        },
        'The server checks every request, and changes apply at once. A call behind a hidden button is refused too.',
      ],
    },
    {
      id: 'setup',
      title: 'Adding people',
      blocks: [
        {
          steps: [
            'Make [departments](page:dept) and [positions](page:post).',
            'Make [roles](page:role) and grant them permissions.',
            'Add [users](page:user) with roles and departments, and pass on their one-time passwords.',
          ],
        },
        'Administrators grant only what they have, and can’t let others see what they can’t see themselves.',
      ],
    },
    {
      id: 'scopes',
      title: 'Data scopes and API scopes',
      blocks: [
        '[Data scopes](page:data_scope) limit rows to a person’s own, those of departments, with all below, or by conditions, and can hide fields. Several of one module add up; without any, all rows are seen.',
        'They hold in lists, details, figures, exports and changes alike. People from whom amounts are hidden don’t see totals either.',
        '[API scopes](page:api_scope) reserve calls for roles that were granted them.',
      ],
    },
    {
      id: 'why',
      title: 'Why someone can’t use a function',
      blocks: [
        'Open the [access check](page:why), and choose user and function. The checks run one by one, and you see which one failed and what to do.',
      ],
    },
    {
      id: 'tenants',
      title: 'Tenants and packages',
      blocks: [
        'Administrators of the platform (tenant {{platformTenant}}) make [tenants](page:tenant) and set their account limit ({{accountNumber}} for new ones), expiry and [package](page:tenantPackage).',
        'Tenants can’t see each other’s data. When one expires or is disabled, its people can’t sign in, and data stay.',
      ],
    },
    {
      id: 'dictionaries',
      title: 'Dictionaries and names',
      blocks: [
        'Names of states and types come from dictionaries: [business dictionaries](page:dictbiz) of each tenant, and [system dictionaries](page:dict) of the platform.',
        'Names can be changed, keys can’t: rules go by keys, so a new name changes no process.',
      ],
    },
  ],
  logs: [
    {
      id: 'history',
      title: 'History of a record',
      blocks: [
        'The “History” of each record shows who changed what and when, the values before and after, and the reason. On order pages it includes contracts, payments and documents.',
      ],
    },
    {
      id: 'audit',
      title: 'Audit trail',
      blocks: [
        'The [audit trail](page:auditLog) has all changes. Entries are only added, numbered and chained; “Check integrity” finds missing and altered ones.',
      ],
    },
    {
      id: 'kinds',
      title: 'Three logs',
      blocks: [
        {
          table: [
            ['Log', 'Records', 'Kept by default'],
            ['Event log', 'Business and administration events, sign-ins and refused ones', '{{usualLogDays}} days'],
            ['API log', 'Writes, failures, slow calls and a share of reads', '{{apiLogDays}} days'],
            ['Error log', 'Unexpected errors of server and browsers', '{{errorLogDays}} days'],
          ],
        },
        'One request ID joins them. Passwords, tokens and ID numbers are redacted.',
      ],
    },
    {
      id: 'sessions',
      title: 'Active sessions',
      blocks: ['[Active sessions](page:online) shows who is signed in. End a session that looks wrong.'],
    },
  ],
  keyboard: [
    { id: 'anywhere', title: 'Anywhere', blocks: [{ keys: 'anywhere' }] },
    { id: 'list', title: 'Lists', blocks: [{ keys: 'list' }] },
    { id: 'form', title: 'Forms', blocks: [{ keys: 'form' }] },
    {
      id: 'settings',
      title: 'Switching off single keys',
      blocks: [
        'If you dictate, or press keys by accident, switch off “Enable single-key shortcuts” under “Keyboard shortcuts”. Combinations with Ctrl or Alt stay.',
        'Everything can be done by keyboard: Tab moves the focus, Enter or Space acts, Esc closes.',
      ],
    },
  ],
  refused: [
    {
      id: 'rights',
      title: 'No permission',
      blocks: [
        'Point at a grey button to see the permission it needs. Tell an administrator, or choose “See why” for the access check.',
        {
          refusals: {
            forbidden: 'An administrator can grant this permission to your role.',
            notYours: 'The record was deleted, or is outside your data scope. Refresh the list.',
            'grant.beyondOwn': 'Administrators grant only what they have. Ask one with more permissions.',
          },
        },
      ],
    },
    {
      id: 'others',
      title: 'Data have changed',
      blocks: [
        {
          refusals: {
            stale: 'Someone saved this record while you were editing. Reload and change the newest version.',
            referenced: 'Change the records it names first.',
            duplicate: 'The code or name exists. Choose another.',
            'order.badMove': 'The order has moved on. Reload and continue.',
          },
        },
      ],
    },
    {
      id: 'network',
      title: 'Network and system',
      blocks: [
        {
          refusals: {
            busy: 'Try again in a moment. Writes carry a number, so nothing is done twice.',
            unavailable: 'The service is restarting or being maintained, and comes back by itself.',
            tooSlow: 'Check your network; use a faster one for large files.',
            bug: 'Tell an administrator when it happened and what you did. The details are in the error log.',
          },
        },
        'Without a connection, input and selection stay; go on once it is back. When a session expires you return to your page after signing in, and can restore unsaved input.',
      ],
    },
    {
      id: 'lock',
      title: 'Signing in',
      blocks: [
        {
          refusals: {
            'auth.badCredentials':
              'Check tenant number, account and upper and lower case. An administrator can reset the password.',
            'auth.locked':
              'Wrong passwords lock the account for a while. Try later, or ask an administrator to unlock it.',
            'auth.closed': 'The account or tenant is disabled or has expired. Ask an administrator.',
            'session.locked': 'Unlock the screen first. Your sign-in password works if you have forgotten the other.',
          },
        },
      ],
    },
  ],
  approvals: [
    {
      id: 'request',
      title: 'Starting and following',
      blocks: [
        {
          steps: [
            'Under [Start a process](page:work_start) choose “Start”, fill in the form and choose “Submit”. Leave and the like have forms of their own, and start with processes of their category alone.',
            '[Started by me](page:work_send) shows the step that each process waits at and who has it. Choose “Send a reminder” when it takes long; while no one has decided, it can be withdrawn.',
            'A request that was rejected comes back to [My tasks](page:work_todo): change and send it again, or give it up.',
          ],
        },
        'In the diagram, green steps are done, blue ones are being worked on, and a dashed blue outline waits to be claimed; the path taken is orange. The history beside it says when, by whom and how each step was done.',
      ],
    },
    {
      id: 'handle',
      title: 'Claiming and deciding',
      blocks: [
        'Tasks with several candidates are under [Tasks to claim](page:work_claim): choose “Claim” first. Tasks that are assigned to you are under My tasks.',
        {
          table: [
            ['Action', 'What happens'],
            ['Approve', 'The process goes on to the next step'],
            [
              'Reject',
              'It goes back the way the process says, or to a step that you choose; where the process says nothing, the request is rejected',
            ],
            ['Delegate', 'Another person deals with it; then it comes back to you, and you decide'],
            ['Add signer', 'Others give their opinion first; you decide once they all have'],
            ['Release', 'A task that you claimed goes back to the other candidates'],
          ],
        },
      ],
    },
    {
      id: 'absent',
      title: 'When a person is not there',
      blocks: [
        'When a person has left, is disabled or is away for long, an administrator chooses “Reassign” under [Process tracking](page:flow_follow), with the new person and a reason. Both are told, and the history keeps it.',
        {
          list: [
            'The new person must be able to handle tasks, must not be the one who asked, and must not take part in the same step already. A decision on a record goes only to those whom the process names.',
            'Where those whom a step names are disabled or do not exist, the administrators claim the task, and are told.',
            'Where no one in the candidate roles or positions is active, the system tells the person who started the process and the administrators. Filter Process tracking by “No eligible assignee” to find such tasks.',
          ],
        },
      ],
    },
    {
      id: 'deeds',
      title: 'Approval of what people do',
      blocks: [
        'The [approval rules](page:approval_rule) say what needs the approval of others, and from which amount on. The record then shows that it waits; once it is approved, it is done in the name of the person who asked.',
        'No one decides on their own request. Where the steps of a process are for different people, a person who has decided on one cannot decide on another.',
      ],
    },
    {
      id: 'design',
      title: 'Changing a process',
      blocks: [
        {
          steps: [
            'Under [Process models](page:flow_model) add a model and open the designer, or import a BPMN file of another tool.',
            'Set who does each step, until when, with which form and on which conditions. Give names in further languages where needed: lists, diagrams and messages show them.',
            'Choose “Check”, then “Deploy” with a category. Processes that are running keep the version they began with.',
          ],
        },
        'Changing the name or description of a model alone makes no new version.',
      ],
    },
  ],
  jobs: [
    {
      id: 'shipped',
      title: 'Jobs that come with the product',
      blocks: [
        'All regular work is a job under [Jobs](page:jobinfo): you can see when it runs and how it went, pause it, or give it other times. Each tenant has its own; the platform’s tenant also has those that clean up logs and shared data, and make backups.',
        {
          table: [
            ['Job', 'What it does'],
            [
              'Start orders that are due, Mature orders',
              'Starts orders whose day has come, and matures those whose term is over',
            ],
            ['Payment reminders, Overdue digest', 'Reminds customers every day, and tells staff how much is overdue'],
            [
              'Resend overdue messages, Send overdue reports, Overdue note reminders',
              'Sends again what was not sent in time',
            ],
            ['Clean up files, Clean up sessions, Clean up exports', 'Removes what is no longer used'],
            [
              'Reconcile contracts, Reconcile ledger, Verify the audit trail',
              'Checks every day; the run fails where something differs, and lists the records',
            ],
          ],
        },
      ],
    },
    {
      id: 'times',
      title: 'Schedules',
      blocks: [
        'A cron expression has second, minute, hour, day, month and weekday, and may have a year. * means every one, ? that the other field of days decides; exactly one of the two is ?. 1-5 is a range, 0/15 every 15 from 0 on, L the last day, L-3 three days before it, 15W the weekday nearest to the 15th, 6#3 the third Friday.',
        {
          table: [
            ['Expression', 'Meaning'],
            ['0 0 2 * * ?', 'Every day at 2:00'],
            ['0 0/30 9-17 * * ?', 'Every half hour from 9:00 to 17:30'],
            ['0 30 8 ? * MON-FRI', 'Weekdays at 8:30'],
            ['0 0 9 L * ?', 'The last day of each month at 9:00'],
          ],
        },
        'Times are China Standard Time; a job may have a time zone of its own. A moment that daylight saving skips runs once right after, and one that it repeats runs once.',
        'Failures, stops and alarms are explained in the help of the [run log](page:joblog).',
      ],
    },
  ],
  operations: [
    {
      id: 'params',
      title: 'Parameters',
      blocks: [
        'Change them under [Parameters](page:param). They apply without a restart. Contracts without a verified identity, and fewer days for a termination agreement or a log, take the approval of another person.',
        {
          table: [
            ['Key', 'Meaning', 'Default'],
            ['storage.tenantGiB', 'Storage of a tenant (GB)', '{{tenantGiB}}'],
            ['storage.fileMiB', 'Largest file (MB)', '{{fileMiB}}'],
            ['message.quietHours', 'Quiet hours', '{{quietHours}}'],
            ['message.dailyCap', 'Messages a number gets in a day', '{{dailyCap}}'],
            ['message.dueDays', 'Days before the due date for reminders', '{{dueDays}}'],
            ['message.overdueDays', 'Days between overdue reminders', '{{overdueDays}}'],
            ['log.usual.days', 'Days the event log is kept', '{{usualLogDays}}'],
            ['log.api.days', 'Days the API log is kept', '{{apiLogDays}}'],
            ['log.error.days', 'Days the error log is kept', '{{errorLogDays}}'],
            ['log.api.readPercent', 'Share of successful reads in the API log (%)', '{{readPercent}}'],
            ['log.api.slowMs', 'Milliseconds from which a call is slow', '{{slowMs}}'],
            ['tenant.default.accountNumber', 'Account limit of new tenants', '{{accountNumber}}'],
          ],
        },
      ],
    },
    {
      id: 'settings',
      title: 'Settings at start',
      blocks: [
        'SMS gateway, mail server, single sign-on and addresses are environment variables, read at the start. The page docs/configuration.md that comes with the installation lists them all.',
        'To change the company’s name, rename tenant {{platformTenant}} under [Tenants](page:tenant). Contracts issued afterwards print it.',
      ],
    },
    {
      id: 'backup',
      title: 'Backup and restore',
      blocks: [
        'Run npm run backup on the server, while it runs or not. One file holds the database, uploaded files and the installation’s key: encrypt it, and copy it to another machine.',
        'Files in an object store are not in it. Have the store keep versions or copies.',
        'Restore with npm run restore into a new data directory. All people sign in again. Try it now and then.',
      ],
    },
    {
      id: 'upgrade',
      title: 'Upgrade',
      blocks: [
        {
          steps: [
            'Back up, then stop the service.',
            'Replace the program and start it. The schema is brought up at the start; only the backup leads back.',
            'Administrators can use new menus and buttons. Grant them to other roles.',
          ],
        },
        'Open windows offer to reload. Save your input first.',
      ],
    },
    {
      id: 'monitor',
      title: 'Monitoring',
      blocks: [
        'Monitors can ask /health/live and /health/ready. With METRICS_TOKEN set, Prometheus can read /metrics.',
        'From day to day, look at the error log, disk and storage, “Check integrity” of the audit trail, and the last backup.',
      ],
    },
  ],
};
