/** The room the product is named after: a vaulted niche, its shelves, a desk, and the tools of the eye. */
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

/** A strip of contact prints pegged to a line. */
function Prints() {
  const frames = [92, 168, 244, 320];
  return (
    <g>
      <path d="M52 300c120 20 256 20 376 0" strokeWidth=".9" />
      {frames.map((x, index) => (
        <g key={x} transform={`rotate(${index % 2 === 0 ? -2 : 1.5} ${x + 32} 340)`}>
          <path d={`M${x + 29} 306h6v14h-6z`} fill="currentColor" />
          <path d={`M${x} 316h64v78h-64z`} fill="var(--paper)" />
          <path d={`M${x + 6} 322h52v52h-52z`} />
          <path
            d={`M${x + 6} ${364 - index * 4}l14-${14 + index * 3} 12 ${10 + index} 10-8 16 ${12 + index * 2}`}
            strokeWidth=".9"
          />
          <circle cx={x + 44 - index * 6} cy={334} r={4 + index} strokeWidth=".9" />
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
