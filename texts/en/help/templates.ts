import type { AreaHelp } from '../../help';

/** Help of the page of contract templates. */
export const templates: AreaHelp = {
  contractTemplate: {
    about:
      'The wording of electronic contracts. Every type of contract has templates with versions, also for a single product. What differs between orders, such as names and amounts, is a merge field that the system fills in.',
    steps: [
      'Click New version on the version to be changed: it is copied into a draft. For a single product click Add; the clauses are those of the general version in force.',
      'Edit the draft: Edit opens a clause, Insert field puts a merge field at the cursor, and a condition prints a clause or an item in some cases only.',
      'Compare shows what changed. Preview makes a PDF marked as a specimen.',
      'Click Release. Contracts made from the effective date on use it. Those already made keep theirs, also when they are sent again or signed later.',
    ],
    states: {
      of: 'contractTemplate.state',
      means: {
        1: 'Can be changed and deleted. No contract uses it.',
        2: 'Released. Used from its effective date on.',
        3: 'New contracts use this version.',
        4: 'A later version is in force. Only contracts already made have this one.',
        5: 'No longer used. Contracts use the released version before it.',
      },
    },
    buttons: {
      Preview: 'Makes a specimen with invented figures or those of an order. It never becomes a contract.',
      Compare: 'Shows two versions side by side and marks what differs.',
      'New version': 'Copies the version into a draft.',
      Release: 'Makes it final. Where a rule says so, a second person approves it first.',
      Withdraw: 'Stops using the version. Needs a reason.',
    },
    refusals: {
      'template.missingValue':
        'The template prints something that is not filled in. Complete the customer, the order or the tenant, or take the field out in a new version.',
      'template.wordingUnknownField': 'Merge fields come from a list. Use Insert field.',
      'template.wordingNotAlone': 'Such a field stands for several items, so nothing can stand before or behind it.',
      'template.unprintable': 'The contract font lacks a character of the wording. Write it in another way.',
      'template.lastOne': 'One general version of each type must stay in force. Release another one first.',
      'template.none': 'No template can be used. Release a general version before issuing contracts.',
    },
    see: ['page:fascContract', 'page:approval', 'page:product'],
  },
};
