interface SampleProject {
  title: string;
  client: string;
  contact?: string;
  status: string;
  description?: string;
  /** Names of files in `files/`, which were made for this project. */
  files?: readonly string[];
}

/** Oldest first; the project list shows the last one first. Every status has a project. */
export const sampleProjects: readonly SampleProject[] = [
  {
    title: 'Harbour Festival aftermovie',
    client: 'City of Varn, Culture Office',
    contact: 'culture@varn.example',
    status: 'cancelled',
    description: 'Called off with the festival. The shot list stays for next year.',
  },
  {
    title: 'Ridgeline: a calendar of twelve mornings',
    client: 'Alpine Club Press',
    contact: 'editor@alpineclub.example',
    status: 'done',
    description: 'Delivered and printed. Twelve landscapes, one for each month, on uncoated paper.',
    files: ['ridge-at-dawn.webp', 'alpine-haze.jpg', 'moon-over-firs.webp', 'dunes-side-light.jpg'],
  },
  {
    title: 'Spring portraits, string quartet',
    client: 'Quartetto Belvedere',
    contact: '+43 1 555 0142',
    status: 'done',
    description: 'One portrait chosen for the programme book.',
    files: ['backlit-portrait.jpg'],
  },
  {
    title: 'Cloister restoration, before and after',
    client: 'Heritage Trust',
    contact: 'office@heritage.example',
    status: 'blocked',
    description: 'Waiting for the scaffolding to come down. Same viewpoint, same hour, same lens.',
    files: ['cloister.webp'],
  },
  {
    title: 'Hotel interiors and stairwell',
    client: 'Meridian Hotels',
    contact: 'marketing@meridian.example',
    status: 'review',
    description: 'Selection sent on Monday. The client wants the stairwell as the opening picture.',
    files: ['stairwell.webp', 'usage-agreement.pdf'],
  },
  {
    title: 'Elena & Tomas',
    client: 'Elena Marchetti',
    contact: 'elena.marchetti@mail.example',
    status: 'review',
    description:
      'Wedding in the old garden. First look, ceremony, and the party by available light.',
    files: ['reception-lights.webp', 'timeline.txt'],
  },
  {
    title: 'Autumn menu, still lifes',
    client: 'Linden & Oak',
    contact: 'hello@lindenandoak.example',
    status: 'inprogress',
    description: 'Five dishes and two still lifes on dark ground. North window, no flash.',
    files: ['citrus-and-plum.jpg', 'glass-marbles.png', 'shot-list.txt'],
  },
  {
    title: 'Ceramics lookbook',
    client: 'Studio Ansa',
    contact: '+39 055 555 0186',
    status: 'inprogress',
    description: 'Forty pieces on one sheet of grey paper.',
  },
  {
    title: 'Documentary teaser: The Last Ferry',
    client: 'Northlight Films',
    contact: 'production@northlight.example',
    status: 'todo',
    description: 'Ninety seconds from six hours of material. Deadline at the end of the month.',
  },
  {
    title: 'Headshots for twenty-two people',
    client: 'Brandt Architects',
    contact: 'people@brandt.example',
    status: 'todo',
    description: 'One day in their office, one light, one background.',
  },
];
