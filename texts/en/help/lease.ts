import type { AreaHelp } from '../../help';
import { templates } from './templates';

export const lease: AreaHelp = {
  customer: {
    about:
      'Records the lessees: name, identity document and contact details of people and companies. Orders, contracts and messages use them.',
    steps: [
      'Choose “Add” and enter name and phone. Enter the ID number too: it is compared with the document when a customer signs in person.',
      'If another customer has the same phone or ID number, you are told which one before the record is saved.',
      'A customer’s name opens a page with the amount on lease, what is overdue, orders, instalments, papers, messages and notes.',
      'Choose “New order” in the customer’s row to start an order with this customer.',
    ],
    states: {
      of: 'customer.kycStatus',
      means: {
        0: 'Identity not verified yet. Orders are possible, contracts are not.',
        1: 'A colleague of the person who entered the details has checked the original document.',
      },
    },
    buttons: {
      'New order': 'Starts an order for this customer.',
      'Verify identity':
        'Records which original document was seen, its number and how. Somebody else than who entered the details does it, again after each change of name or document.',
      'Undo verification': 'The customer is no longer verified. A reason is needed.',
      'Import and export': 'Adds customers from a file, or saves the list as a file.',
    },
    refusals: {
      'customer.inUse':
        'Customers with orders can’t be deleted. Correct the details instead, or deal with the orders first.',
      'customer.openIdTaken': 'A WeChat ID belongs to one customer. Find the customer who has it.',
    },
    see: ['page:order', 'guide:order#customer', 'guide:lists#import'],
  },
  product: {
    about:
      'The products that can be ordered: term, amount per unit, annualised rent rate and how rent is paid. Orders calculate rent from these terms.',
    steps: [
      'Choose “Add” and enter name, code, term (up to {{DEADLINE_MAX_DAYS}} days), amount per unit and rate.',
      'Choose the “Repayment method”: interest first, all at maturity, annuity, equal principal, flat rate or rent table. The form shows what that method needs.',
      'Set frequency, timing, due day, grace and residual value where needed. Deposit, fee and purchase price are rows of their own in the schedule.',
      'Leave “Day count” at “Automatic” if in doubt: interest first and at maturity take 360 or 365 days by the term, the other methods count equal periods.',
    ],
    states: {
      of: 'product.status',
      means: { 1: 'Available for new orders.', 0: 'Not available for new orders. Submitted orders are not affected.' },
    },
    refusals: {
      'product.codeTaken': 'Product codes are unique within a tenant. Choose another.',
      'product.inUse': 'A product with orders can’t be deleted. Disable it instead.',
    },
    see: ['page:order', 'guide:order#product', 'guide:order#calculation'],
  },
  order: {
    about:
      'An order is one customer subscribing to one product. Entry, voucher, contracts, lease start and settlement all happen on the order page, and every step is on its timeline.',
    steps: [
      'Choose “Add”, select customer and product, and enter the principal and bank card. The payment schedule is calculated as you type.',
      'Choose “Submit”: the order gets its contract number and the product’s terms are fixed.',
      'Upload the customer’s transfer voucher. A colleague with the permission checks the amount and chooses “Confirm voucher”.',
      'Choose “Issue contracts”. The customer signs by a link, or at the counter with “Sign in person”.',
      'Once all contracts are signed, the lease starts on its start date, or when you choose “Start lease”. The schedule is generated then, once.',
      'Confirm instalments in the payment workbench. The last one settles the order.',
    ],
    states: {
      of: 'order.businessStatus',
      means: {
        0: 'Everything can be changed, and the order can be deleted.',
        1: 'Submitted. Waiting for the customer’s transfer and its voucher.',
        2: 'Finance checks the voucher. It can’t be replaced now; reject it first.',
        3: 'The voucher is confirmed. Contracts can be issued.',
        4: 'Contracts have been issued. Waiting for the customer to sign all of them.',
        5: 'All contracts are signed. Waiting for the start date.',
        6: 'The lease has started. Instalments are paid by schedule.',
        7: 'Past maturity with unpaid instalments.',
        8: 'Everything is paid. The order is closed.',
        9: 'Early settlement was requested. Waiting for the settlement payment.',
        10: 'The settlement was paid. The order ended early.',
        11: 'Cancelled before the lease started. It can’t be restored. Without money booked it can be deleted, otherwise archived.',
      },
    },
    buttons: {
      Submit:
        'Checks required fields and assigns the contract number. Customer, product and principal are fixed afterwards.',
      'Voucher uploaded': 'Passes an order whose voucher is there to finance.',
      'Confirm voucher':
        'Confirms amount, value date, payer and serial number beside the slip. Where the customer pays, what is expected is what falls due on the first day, such as fee and deposit.',
      'Change account or start':
        'After contracts were issued, with a reason and another person’s approval. Unsigned contracts are voided, unpaid instalments follow.',
      'Issue termination agreement':
        'A contract is signed and the lease has not begun: the customer’s signature cancels the order.',
      'Confirm refund': 'The money of a cancelled order was returned; it is booked as a payment.',
      'Reject voucher': 'Sends the order back with a reason. The customer submits another voucher.',
      'Issue contracts':
        'Generates all required contracts. The signing link is sent if the customer has a mobile number and an SMS service is set up.',
      Resend: 'Generates the contract and its link again. The old link stops working.',
      'Start lease': 'Generates the payment schedule. The start date is fixed afterwards.',
      'Cancel order':
        'Before the lease starts, with a reason. Unsigned contracts are voided; confirmed money becomes an open refund.',
      Archive:
        'An order that is cancelled or settled, early or not, leaves the list; the condition “Archive” finds it, and links to it keep working.',
      'Take out of the archive': 'The order is in the list again.',
      'My queue': 'Shows the orders that wait for you, given your permissions.',
    },
    refusals: {
      'order.incomplete': 'Fill in the fields it names, then submit again.',
      'order.notWholeShares': 'Principal must be a multiple of the product’s amount per unit. Change one of them.',
      'order.noVoucher': 'Upload the transfer voucher under “Documents” first.',
      'order.slipsHidden': 'Ask a colleague who sees all pictures of the order, or an administrator for the scope.',
      'order.voucherChanged': 'The voucher was replaced meanwhile. Open the new one, then confirm.',
      'order.badMove': 'Someone else has moved the order on. Reload and continue from its current status.',
      'order.notEditable':
        'This field is fixed in the current status. The form lists the fields that can still be changed.',
      'order.byRequest':
        'Contracts have been issued, so account and start aren’t edited. Use “Change account or start” on the order page; another person approves it.',
      'order.annulFirst':
        'Choose “Issue termination agreement” on the order page first. The customer’s signature cancels the order.',
      'order.annulWaits':
        'The termination agreement waits for the customer. From the date given, cancel with a reason and another person’s approval.',
      'order.hasEntries': 'Orders with money booked aren’t deleted. Choose “Archive” in the list.',
      'order.refundOpen': 'Choose “Confirm refund” on the order page first. Afterwards the order can be archived.',
      'order.slipRejected': 'This slip was rejected before. Upload another one.',
      'order.voucherOwn': 'The voucher of an order that you entered is confirmed by another person.',
      'order.voucherUsed': 'Another order has the same slip or serial number. Check it, then confirm with a reason.',
    },
    see: ['page:product', 'page:customer', 'page:fascContract', 'page:payments', 'guide:order', 'guide:signing'],
  },
  picture: {
    about:
      'All documents of orders in one list: ID cards, bank cards, transfer vouchers, photos of assets. They are usually uploaded on the order page; use this list to find or add them.',
    steps: [
      'Search by contract number, customer or type.',
      'Choose “Add”, then the order, type and position, and upload the file. Up to {{pictureMB}} MB each; vouchers and paper contracts may also be PDF.',
      'A second upload for the same order, type and position replaces the first, which stays in the history.',
    ],
    refusals: {
      'picture.voucherInUse':
        'The voucher is under review or confirmed. Finance can reject one under review on the order page.',
      'picture.badType': 'Use a JPG, PNG, BMP or WebP image. The content decides, not the file name.',
      'picture.tooLarge': 'Compress the image or reduce its resolution.',
    },
    see: ['page:order', 'page:attach', 'guide:order#voucher'],
  },
  loanInformation: {
    about:
      'Upload ID cards, bank cards, business licences, bank slips and invoices. The system reads them; a person checks and accepts what was read.',
    steps: [
      'Choose “Recognise documents”, then the type and one or more files. The type of each file can still be changed before recognition.',
      'Files are read one after the other. Work on those that are done while the others go on; leave the page and come back to it.',
      'Put the cursor into a field, and its place in the original lights up; click a box in the original to reach its field. Enter goes to the next field to compare.',
      'Fields that were read with little confidence are marked. Compare them with the original and choose “Correct”, or change them. A wrong number must be corrected before it is accepted.',
      'Choose what happens to the values: save only, a new customer, an update of a customer (shown beside its record), or a document of an order. Then choose “Accept”.',
    ],
    states: {
      of: 'loanInformation.readStatus',
      means: {
        0: 'Still being read.',
        1: 'All needed fields were read. A person still checks them.',
        2: 'A needed field is missing. Complete it from the picture.',
        3: 'Nothing was read. The picture is kept: type the values, or upload a clearer one.',
        4: 'Papers of this type, or of this installation, are typed by hand.',
      },
    },
    buttons: {
      'Recognise documents': 'Opens the desk, where files are uploaded and read.',
      Correct: 'The field is as in the original.',
      View: 'Opens the paper; an accepted one shows what was read beside what was accepted.',
    },
    refusals: {
      'picture.corrupt': 'The file was damaged when it was sent or saved. Take or export it again.',
      'paper.reading': 'Wait until the paper has been read.',
    },
    see: ['page:customer', 'page:order', 'page:picture'],
  },
  fascContract: {
    about:
      'The electronic contracts of all orders: who got them, whether they were read and signed, and when links expire. Contracts are issued from orders and not added here.',
    steps: [
      'Filter by signing status, and deal with “Expired” and “Declined” contracts first.',
      '“Preview” opens the PDF. “Resend” generates the contract again and sends a new link.',
      'With the customer at the counter, choose “Sign in person”: check the original document, enter its number and your own password, and hand over the screen.',
    ],
    states: {
      of: 'fascContract.progress',
      means: {
        5: 'The file is being generated, or the signing task is being created at FASC.',
        6: 'The signing task couldn’t be created at FASC. The contract says why; then “Resend” tries again.',
        7: 'The signing task was withdrawn at FASC. It can be resent.',
        1: 'The link is valid. The customer verifies their identity, reads and signs.',
        2: 'Both parties have signed. The file can’t be changed.',
        3: 'Not signed in time. It can be resent.',
        4: 'The customer declined and gave a reason. It can be resent after you have talked.',
        0: 'Voided. The link doesn’t open any more.',
      },
    },
    buttons: {
      Preview: 'Opens the PDF; after signing, the one with signature and evidence.',
      Resend: 'Generates the contract and its link again. The old link stops working.',
      Remind: 'FASC reminds the customer, at most twice a day, two hours apart. For contracts that are signed there.',
      'Sign in person': 'You are the witness, and the customer signs on this device. No mobile number is needed.',
      Delete:
        'Voids contracts that wait for signature. Without another contract to sign, the order goes back to awaiting contract.',
    },
    refusals: {
      'contract.tooSoon': 'A contract can be sent again after {{resendSeconds}} seconds.',
      'contract.tooManyToday':
        'An order and a number get up to {{mostMessagesADay}} sendings a day. Send it tomorrow, or sign in person.',
      'contract.complete': 'The contract is signed, so it can’t be issued again.',
      'contract.outdated': 'Name or ID number have changed since. Resend the contract so that it shows the new ones.',
      'contract.noIdentity': 'Add the ID number under Customers first.',
      'contract.unprintable': 'The contract font lacks a character of a name. Check for a typing error.',
      'contract.signedElsewhere': 'The customer’s link leads to FASC, which verifies the identity.',
      'contract.noService': 'Ask your administrator to restore the settings of FASC.',
      'contract.urgeTooSoon': 'FASC limits how often customers are reminded. Try again later.',
    },
    see: ['page:order', 'page:messageLog', 'guide:signing'],
  },
  paymentPlan: {
    about:
      'Every instalment of every order. The schedule is generated when a lease starts; amounts and dates can’t be changed by hand.',
    steps: [
      'Switch between “Overdue”, “Due today”, “Next 7 days” and “Unpaid” above the list. The totals below cover all rows that match.',
      'Select instalments and choose “Confirm payments” to check and pay them in the payment workbench.',
      'Card number, bank and remark of unpaid instalments can be changed.',
    ],
    states: {
      of: 'paymentPlan.payStatus',
      means: {
        0: 'Not paid whole; a part may be. Past its due date it counts as overdue.',
        1: 'Paid whole. A wrong payment is reversed by another person under “Ledger”.',
        2: 'No payment is needed any more. Not part of totals.',
      },
    },
    buttons: {
      Pay: 'Opens the payment workbench with this instalment.',
      'Confirm payments': 'Opens the payment workbench with the selected instalments, up to {{largestBatch}}.',
    },
    refusals: {
      'plan.paidRow': 'Paid instalments are accounting records and can’t be changed.',
      'plan.bySystem': 'Instalments follow from the product’s terms and can’t be added or deleted by hand.',
      amountsHidden: 'Your data scope hides amounts. Ask an administrator if you need them.',
    },
    see: ['page:payments', 'page:order', 'guide:payments', 'guide:order#calculation'],
  },
  receipt: {
    about:
      'Every amount that came in or went out is a receipt; its entries say which instalment it was booked to, which prepaid balance, or that it is unclaimed. Neither is ever changed: corrections are reversals.',
    steps: [
      'Choose “Record receipt or payment” and enter direction, value date, amount and customer; the preview shows what it is booked to. Late charges come first, then rent, then principal, from the oldest instalment on.',
      'The value date may be in the past: the instalment is not overdue from that day on. Days before the lease start or in closed books are refused.',
      'What no instalment needs stays unclaimed or goes to the customer’s prepaid balance. Choose “Claim” in the list later.',
      'Another person chooses “Reverse” and gives a reason: instalments become due again and settled orders run again.',
    ],
    states: {
      of: 'receipt.state',
      means: { 1: 'Booked; its entries are in force.', 2: 'Reversed: each entry has a counter entry.' },
    },
    buttons: {
      'Record receipt or payment': 'Books an amount that came in or went out.',
      Claim: 'Books what is unclaimed to instalments or to the customer’s prepaid balance.',
      'Print receipts':
        'Makes a PDF receipt, or a payment confirmation, with the amount in Chinese capitals. Printed again it says duplicate; a reversed one says so.',
      Reverse: 'Takes the whole receipt back. Another person does it and gives a reason.',
    },
    refusals: {
      'receipt.samePerson': 'Booking and reversing take two people. Ask a colleague who may reverse.',
      'receipt.used': 'The balance it went to has paid other instalments. Take that back first.',
      'receipt.closed': 'Choose a day after the closed ones, or ask to have the books opened again.',
      'receipt.serialTaken': 'A bank reference is booked once. Look at the receipt that has it.',
    },
    see: ['page:paymentPlan', 'page:payments', 'page:order'],
  },
  supplier: {
    about:
      'Companies that lease objects are bought from. Once an object names its supplier, the annex of the lease contract prints the name.',
    steps: [
      'Choose “Add” and enter the name. The check character of the credit code is verified, and no two suppliers share a code.',
      'A supplier can be paid once its account and bank are entered. A later change of name, account or bank is approved by another person.',
      'Set a supplier you no longer work with to Disabled: its objects stay, and new objects can’t select it.',
    ],
    states: {
      of: 'supplier.status',
      means: { 1: 'Can be used for new objects.', 0: 'No longer used for new objects.' },
    },
    refusals: {
      'supplier.creditCodeTaken': 'A supplier is entered once. Look for the one that is there.',
      'supplier.inUse': 'A supplier with objects can’t be deleted. Disable it.',
      'supplier.disabled': 'Set the supplier to Active first.',
    },
    see: ['page:asset', 'page:purchase', 'page:order'],
  },
  purchase: {
    about:
      'What suppliers are paid for lease objects: a deposit, the balance, or the whole price. It is paid by a payment file and counts as the investment of the order, whose return is calculated from the days of payment. Only orders that the customer pays have supplier payments.',
    steps: [
      'Choose “Add a supplier payment” on the page of the order, or “Add” here and select the object. This can be done before the contracts are signed.',
      'Enter the amount and the invoice. Without an invoice number, that of the object is used; the amount of an invoice is entered once.',
      'Once all contracts are signed, finance selects the payments here, chooses “Payment file” and the bank, and sends the file, which another person approves.',
      'Import the result of the bank: what it paid is Paid, and what failed is To be paid again and can go into another file.',
      'A payment made in error is reversed by another person under “Receipts and payments”, and is to be paid again.',
    ],
    states: {
      of: 'purchase.state',
      means: {
        1: 'Not paid. It can be changed, cancelled, or put into a payment file.',
        2: 'In a payment file, waiting for the result of the bank. It can’t be changed.',
        3: 'Paid by the bank, and part of the investment of the order.',
        4: 'Not to be paid any more.',
      },
    },
    buttons: {
      'Payment file': 'Makes one payment file of the selected payments. Finance does this.',
      Cancel: 'Calls the payment off, with a reason. The record stays.',
    },
    refusals: {
      'purchase.beyondPrice':
        'All payments for an object together are at most its price. Check the amount, or change the price of the object first.',
      'purchase.beyondInvoice':
        'All payments against an invoice together are at most its amount, those of other orders included.',
      'purchase.otherInvoice': 'An invoice of a supplier has one amount. Check the invoice and enter the same one.',
      'purchase.notSigned': 'Make the payment file once all contracts are signed.',
      'purchase.noAccount': 'Enter account and bank under “Suppliers”.',
      'purchase.changed':
        'Name, account or bank of the supplier, or the amount, has changed since the file was made. Cancel the file and make it again.',
      'purchase.orderPaid': 'Another person reverses the payments to the supplier first. Then cancel the order.',
    },
    see: ['page:payBatch', 'page:asset', 'page:supplier', 'page:order'],
  },
  asset: {
    about:
      'The lease objects of each order: what they are, who sold them, serial number or VIN, insurance and registration. Annex 2 of the lease contract lists them.',
    steps: [
      'Choose “Add an object” on the page of the order, or “Add” here and select the order.',
      'For vehicles enter the 17 characters of the VIN, whose check digit is verified; for others the serial number on the object.',
      'Where the product says “Needs a lease object”, no contract can be issued without one.',
      '{{expiryDays}} days before insurance or registration ends, people who may see lease objects get one message. Enter the new date after renewal.',
    ],
    states: {
      of: 'asset.state',
      means: {
        1: 'Not handed over yet.',
        2: 'In use by the lessee.',
        3: 'Taken back from the lessee.',
        4: 'Sold or scrapped.',
      },
    },
    refusals: {
      'asset.serialTaken':
        'An object is in one order that has not ended. Check the number, or wait until that order ends.',
      'asset.frozen':
        'What contracts print stays as printed. Void contracts that are not signed, change it, and issue them again.',
      'asset.fixedList': 'Objects in contracts stay. Void contracts that are not signed first.',
      'asset.needed': 'Enter the object on the page of the order, then issue the contracts.',
    },
    see: ['page:order', 'page:supplier', 'page:purchase', 'page:product'],
  },
  collectionDesk: {
    about:
      'Orders whose customers are late, by the longest delay: who works on them, what was said, and what was promised for when.',
    steps: [
      'The steps at the top add up to the overdue amount of orders whose customers pay. Choose one to see it alone. An order is in the step of its oldest instalment.',
      'Choose “Record” to note a call, visit, letter or message. Records are only ever added.',
      'Choose “Promise to pay” with a day and an amount: until that day the order leaves “To collect”.',
      'The promise is kept when the money booked by its day reaches its amount. Otherwise the order comes back the next day, under “Broken promises” as well.',
      'Select orders and choose “Assign” to give them to a colleague who may see them; select no one to take them back.',
    ],
    buttons: {
      Record: 'Notes a contact, or a promise to pay.',
      Assign: 'Gives the selected orders to a colleague.',
      Promised: 'Orders whose promise waits for its day.',
      'Broken promises': 'Orders whose promise was not kept.',
    },
    refusals: {
      'collection.notOverdue': 'Nothing of the order is overdue any more, or its customer does not pay it.',
      'collection.promiseDay': 'A promise lies at most {{promiseDays}} days ahead.',
      'collection.badAssignee': 'Choose a colleague who may open collection records and see the order.',
    },
    see: ['page:collection', 'page:receipt', 'page:paymentPlan', 'page:order'],
  },
  collection: {
    about:
      'All records of collection: contacts, promises and assignments. They are made at the desk or on the page of an order and never changed.',
    steps: [
      'Filter by kind, person, promised day or outcome.',
      'Choose a contract number to open the order with all its records.',
    ],
    states: {
      of: 'collection.promiseState',
      means: {
        1: 'Its day has not passed.',
        2: 'What was booked by its day reached the amount.',
        3: 'Its day has passed, and less came in.',
        4: 'The customer named another day or amount before; the later one counts.',
      },
    },
    see: ['page:collectionDesk', 'page:order'],
  },
  bankStatement: {
    about:
      'Import the statement that your bank offers for download. Its layout is recognised, its balance is checked, and each line says which order and instalment it pays, and why. Confirmed lines are booked together.',
    steps: [
      'Choose “Import a statement” and upload the CSV, xlsx or xls file of ICBC, ABC, BOC, CCB, BOCOM or CMB, or a camt.053 or MT940 file. A file that does not balance, or has a line that cannot be read, is refused as a whole with the number of the line. Totals, lines of 0.00, entries that the bank has not booked yet and other sheets are not read; the import says how many, and which. A file may hold several statements. Only accounts that are registered under “Company accounts” are taken.',
      'Open a statement and look at its lines by “Matched”, “To review” and “No match”. Below each suggestion stands what it rests on: contract number, known account, name, amount.',
      'Book all matched lines together, or select some and book those. Where there are several suggestions, choose one first. A line without any can be assigned by hand, or booked as unclaimed.',
      '“Balance chain” says whether the opening balance is what the account had reached before. Where there is a gap, import the missing statements; where there are none, a person with the right explains the gap with a reason, which stays in the history.',
      'Lines that need no booking, such as bank fees, are ignored with a reason. “Undo” opens a line again; another person does it where a receipt is reversed.',
    ],
    buttons: {
      'Import a statement':
        'Uploads a statement; the same file, and the same line, come in once. A line with the same day, amount and balance is the same line, whatever its reference.',
      'Explain the gap': 'Says why the balance does not follow. Where the amount changes later, it is explained anew.',
      'Book lines': 'Books the selected lines, or all that are matched.',
      'Match again': 'Looks for suggestions again after orders or bookings have changed.',
    },
    refusals: {
      'bank.unknownLayout': 'Upload the file as the bank has made it, with its headings.',
      'bank.accountUnknown':
        'Check that the file is of your company. Then register the account under “Company accounts”.',
      'bank.accountUnclear': 'Download the file with full account numbers.',
      'bank.accountClosed': 'Where the account is still used, set it to “In use” under “Company accounts”.',
      'bank.beforeOpened': 'Download the lines from the opening day on.',
      'bank.inFuture': 'Check the days in the file; lines after today are not taken.',
      'bank.unbalanced': 'Lines are missing or were changed. Download the file again.',
      'bank.stale': 'Another line has paid this instalment. Choose “Match again” first.',
      'bank.hasBooked': 'Undo the lines that are done, then delete the statement.',
    },
    states: {
      of: 'bankStatement.chain',
      means: {
        1: 'It begins with what the account had reached before.',
        2: 'Between two statements the balance has moved, and no line says why.',
        3: 'A person has said why. Where the amount changes, it is a gap again.',
        4: 'It came in with an older version, and its account is not registered yet.',
      },
    },
    see: ['page:companyAccount', 'page:receipt', 'page:payBatch', 'page:payments'],
  },
  companyAccount: {
    about:
      'The company’s own accounts at banks. Statements are imported of accounts that are registered here and in use; from the opening day and its balance on, each statement is checked against the one before.',
    steps: [
      'Choose “Add” and enter bank, number, name, the opening day, and the balance at the beginning of that day. Spaces in the number do not matter.',
      'Adding, changing, closing and deleting an account is approved by another person, and takes effect then. A remark needs no approval.',
      'Once an account has statements, its number, opening day and opening balance stay, and it cannot be deleted. To correct them, delete its statements first, as long as nothing of them is booked.',
      'Set an account that is no longer used to “Closed”: no statements of it are taken from then on.',
    ],
    refusals: {
      'bank.accountTaken': 'Look for the account in the list by its number.',
      'bank.accountInUse': 'Delete its statements first, as long as nothing of them is booked.',
      'bank.accountHasStatements': 'Set it to “Closed” instead.',
    },
    see: ['page:bankStatement'],
  },
  payBatch: {
    about:
      'What the company pays, instalments and supplier payments, can go to a bank as one file. A draft is sent, its file downloaded and handed to the bank; the result of the bank books what was paid, and what failed is due again.',
    steps: [
      'Select instalments in the payment workbench, or payments under “Supplier payments”, choose “Payment file” and the bank. What waits in a file can’t be paid in another way.',
      'Check payments and total, then choose “Send”. Where an approval rule asks for it, a second person approves first.',
      'Download CSV or xlsx. The file has full account numbers, and each download is in the audit trail. Count and total are those of the page.',
      'Choose “Import bank results” when the bank has executed the file. Payments are found by their reference; a failed one shows the reason of the bank.',
    ],
    states: {
      of: 'payBatch.state',
      means: {
        1: 'A draft: it can be cancelled and has no file yet.',
        2: 'Its file can be downloaded, and the result is awaited.',
        3: 'Every payment has a result.',
        4: 'Payments without a result are due again.',
      },
    },
    buttons: {
      Send: 'The batch no longer changes, and its file can be downloaded.',
      'Import bank results': 'Takes the result of each payment; the same result changes nothing twice.',
      Cancel: 'Gives the batch up, with a reason.',
    },
    refusals: {
      'batch.inOther': 'Wait for the result of the other file, or cancel that one first.',
      'batch.otherAmount': 'Check whether this is the result of this batch.',
      'batch.noAccount': 'There is no valid account, or it has changed since. Cancel the batch and make it again.',
    },
    see: ['page:payments', 'page:purchase', 'page:receipt', 'page:bankStatement'],
  },
  payments: {
    about:
      'Confirms payments by date: select instalments, check the preview, then confirm them at once. Either all are written or none.',
    steps: [
      'Choose dates in the calendar; hold Ctrl for several. “Include all overdue” adds every overdue instalment.',
      'Select instalments. “Preview result” shows count, totals, rent and principal, and subtotals by bank. It writes nothing.',
      'Where instalments can’t be paid, choose “Remove” or “Remove all” in the result.',
      'Choose to confirm, check the amount in words, type the number of payments, and choose “Confirm payment”.',
      'Note the batch number. You can “Print receipt” or “Export details”. Orders that are paid off are settled.',
    ],
    buttons: {
      'Include all overdue': 'Lists all overdue instalments as well.',
      'Preview again': 'Calculates once more when data may have changed.',
      'Export details': 'Saves the instalments of the batch as a file.',
      'Print receipt': 'Prints batch number, time and totals.',
      'View batch': 'Opens the payment schedule with this batch alone.',
    },
    refusals: {
      'plan.offenders':
        'These instalments are paid, void or frozen, or their order can’t be paid now. Remove them, then confirm.',
      'plan.reasonNeeded':
        'Paying past an unpaid earlier instalment, or more than {{earlyPaymentDays}} days early, needs a reason. It goes into the history.',
      tooMany: 'A batch has up to {{largestBatch}} payments. Choose fewer dates.',
      busy: 'Wait a moment and confirm again. One confirmation has one number, so nothing is paid twice.',
    },
    see: ['page:paymentPlan', 'page:order', 'guide:payments'],
  },
  ...templates,
};
