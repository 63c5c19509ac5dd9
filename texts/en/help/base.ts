import type { AreaHelp } from '../../help';

export const base: AreaHelp = {
  region: {
    about:
      'Provinces, cities, counties and below. The tree is on the left, and the selected region on the right; all tenants share them.',
    steps: [
      'Find a region by name or code on the left, and open the levels below.',
      'The first digits of a new code come from the region above. Enter the rest.',
      'Delete the regions below before the one above.',
    ],
    refusals: {
      'tree.hasChildren': 'Start with the lowest level.',
      referenced: 'Change the records that use it first.',
    },
    see: ['page:param', 'guide:people'],
  },
};
