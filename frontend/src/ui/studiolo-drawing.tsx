/** The room that the product is named after: a vaulted niche with shelves, prints, a desk and a camera. */
export function StudioloDrawing() {
  return (
    <svg
      viewBox="0 0 480 620"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.2"
      strokeLinejoin="round"
    >
      <Niche />
      <Shelves />
      <Prints />
      <Desk />
      <Camera />
    </svg>
  );
}

function Niche() {
  return (
    <g>
      <path d="M30 620V226a210 210 0 0 1 420 0v394" strokeWidth="2" />
      <path d="M52 620V228a188 188 0 0 1 376 0v392" />
      <path d="M240 16v22M170 28l7 21M310 28l-7 21M108 60l14 18M372 60l-14 18M62 112l19 13M418 112l-19 13M36 174l21 7M444 174l-21 7" />
      <circle cx="240" cy="132" r="52" fill="var(--paper)" />
      <circle cx="240" cy="132" r="45" />
      <path d="M240 87v90M195 132h90M208 100l64 64M272 100l-64 64" strokeWidth=".8" />
      <path d="M14 620h452" strokeWidth="2.5" />
    </g>
  );
}

function Shelves() {
  return (
    <g>
      <path d="M52 252h122M52 258h122M306 252h122M306 258h122" />
      <path d="M66 252v-46h12v46M78 252v-54h10v54M88 252v-40h14v40M106 252l12-50 12 3-12 47" />
      <path d="M66 214h12M66 244h12M78 206h10M88 222h14" strokeWidth=".8" />
      <path d="M134 252v-22c0-8 24-8 24 0v22M138 226v-10h16v10" />
      <path d="M324 252v-30h38v30M330 228h26v18h-26z" />
      <circle cx="394" cy="234" r="18" />
      <path
        d="M376 234h36M394 216v36M382 220c8 8 16 8 24 0M382 248c8-8 16-8 24 0"
        strokeWidth=".8"
      />
    </g>
  );
}

/** One picture of each kind: a portrait, the sea, a street, a still life. */
const prints = [
  {
    x: 92,
    tilt: -2,
    picture: 'M114 374c0-14 6-18 16-18s16 4 16 18M130 352a9 10 0 1 0 0-20a9 10 0 1 0 0 20',
  },
  {
    x: 168,
    tilt: 1.2,
    picture: 'M174 352h52M174 360c9-4 17 4 26 0s17-4 26 0M192 352l8-20v20M203 352l10-12-10-6',
  },
  {
    x: 244,
    tilt: -1.2,
    picture:
      'M250 374l14-44v-8M302 374l-14-44v-8M264 330h24M270 374l4-26h4l4 26M256 350h8M288 350h8',
  },
  {
    x: 320,
    tilt: 2,
    picture:
      'M326 364h52M338 364c-5-12 0-18 4-20v-8h6v8c4 2 9 8 4 20M364 364a8 8 0 1 0-.1-.1M364 348c0-4 2-6 5-7',
  },
];

/** Contact prints pegged to a line. */
function Prints() {
  return (
    <g>
      <path d="M52 300c120 20 256 20 376 0" strokeWidth=".9" />
      {prints.map(({ x, tilt, picture }) => (
        <g key={x} transform={`rotate(${tilt} ${x + 32} 312)`}>
          <path d={`M${x} 314h64v68h-64z`} fill="var(--paper)" />
          <path d={`M${x + 6} 320h52v56h-52z`} />
          <path d={picture} strokeWidth=".9" />
          <path d={`M${x + 29} 304h6v14h-6z`} fill="currentColor" />
        </g>
      ))}
    </g>
  );
}

function Desk() {
  return (
    <g>
      <path d="M70 506h340v12H70z" fill="var(--paper)" strokeWidth="1.6" />
      <path d="M84 518v102M100 518v102M380 518v102M396 518v102M100 548h280M100 554h280" />
      <path d="M216 518v30h48v-30M236 532h8" />
      <path d="M112 506v-8h74v8M118 498v-7h62v7M124 491v-6h52v6" />
      <path d="M300 506l10-26h76l-10 26" fill="var(--paper)" />
      <path d="M318 486h56M315 493h56M312 500h56" strokeWidth=".8" />
    </g>
  );
}

function Camera() {
  return (
    <g>
      <path d="M206 456h68v50h-68z" fill="var(--paper)" strokeWidth="1.6" />
      <path d="M222 456l6-12h24l6 12M206 468h68" />
      <circle cx="240" cy="484" r="16" />
      <circle cx="240" cy="484" r="10" />
      <circle cx="240" cy="484" r="3.5" fill="currentColor" />
      <path d="M212 452h8v4h-8z" fill="currentColor" />
    </g>
  );
}
