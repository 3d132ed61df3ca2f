/// The page's one style sheet.
enum HTMLStyle {
    static let sheet = """
        :root {
          --paper: #fcfbf9; --raised: #ffffff; --ink: #1d1c1a; --soft: #6c6860; --line: #e6e2da; --well: #f4f2ed;
          --pass: #2f7a4d; --fail: #b5372b; --block: #9a6a0c; --skip: #b4afa5; --mark: #7b5ea7;
          color-scheme: light dark;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --paper: #151513; --raised: #1b1b19; --ink: #eae7e0; --soft: #9b968c; --line: #2d2c29; --well: #1f1f1c;
            --pass: #69b988; --fail: #f0857a; --block: #dcae55; --skip: #5f5c55; --mark: #b79be0;
          }
        }
        * { box-sizing: border-box; }
        html { scroll-behavior: smooth; -webkit-text-size-adjust: 100%; }
        body {
          margin: 0; background: var(--paper); color: var(--ink);
          font: 16px/1.55 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
          font-variant-numeric: tabular-nums; overflow-wrap: break-word;
        }
        code, pre, .id, .ids { font-family: ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
        main { max-width: 62rem; margin: 0 auto; padding: clamp(1.5rem, 5vw, 4.5rem) clamp(1.1rem, 4vw, 2.5rem) 5rem; }
        a { color: inherit; text-decoration-color: var(--line); text-underline-offset: .2em; }
        a:hover { text-decoration-color: currentColor; }
        :focus-visible { outline: 2px solid var(--mark); outline-offset: 2px; border-radius: 2px; }

        .eyebrow { margin: 0; font-size: .8125rem; letter-spacing: .02em; color: var(--soft); }
        h1 { margin: .35rem 0 .7rem; font-size: clamp(1.7rem, 1.2rem + 2.4vw, 2.6rem); line-height: 1.15; font-weight: 640; letter-spacing: -.022em; text-wrap: balance; }
        .seal { font-weight: 700; margin-right: .1em; }
        .good .seal { color: var(--pass); } .bad .seal { color: var(--fail); }
        .target { margin: 0; display: flex; flex-wrap: wrap; gap: .15rem 1.4rem; color: var(--soft); font-size: .9375rem; }
        .target code { color: var(--ink); font-size: .9em; }

        .figures { display: flex; flex-wrap: wrap; gap: 1rem 2.6rem; margin: 2.2rem 0 1.4rem; }
        .figures div { display: flex; flex-direction: column-reverse; }
        .figures dt { font-size: .8125rem; color: var(--soft); }
        .figures dd { margin: 0; font-size: 1.9rem; line-height: 1.1; font-weight: 600; letter-spacing: -.02em; }
        .figures .pass dd { color: var(--pass); } .figures .fail dd { color: var(--fail); }
        .good .figures .fail dd { color: var(--soft); font-weight: 400; }
        .figures .block dd { color: var(--block); } .figures .skip dd { color: var(--soft); }

        .marks { display: flex; flex-wrap: wrap; gap: 2px; }
        .marks a { width: 8px; height: 13px; border-radius: 1.5px; background: var(--pass); opacity: .75; }
        .marks a.fail { background: var(--fail); opacity: 1; } .marks a.block { background: var(--block); opacity: 1; }
        .marks a.skip { background: var(--skip); opacity: .6; } .marks a:hover { opacity: 1; }

        section { margin-top: 3.6rem; }
        h2 { margin: 0 0 1rem; font-size: 1.25rem; font-weight: 620; letter-spacing: -.012em; }
        h3 { margin: 0; font-size: 1rem; font-weight: 600; }
        .note { margin: -.6rem 0 1.2rem; color: var(--soft); font-size: .9375rem; }

        .card { background: var(--raised); border: 1px solid var(--line); border-left: 3px solid var(--fail); border-radius: 6px; padding: 1.1rem 1.25rem 1.2rem; margin: 0 0 1rem; }
        .card h3 { font-size: 1.0625rem; margin: .15rem 0 .9rem; text-wrap: pretty; }
        .card > .id { margin: 0; font-size: .8125rem; color: var(--fail); display: flex; flex-wrap: wrap; gap: .1rem .9rem; }
        .rule { color: var(--soft); }
        .findings { margin: 0; display: grid; gap: .45rem; }
        .findings div { display: grid; grid-template-columns: 5.6rem 1fr; gap: .2rem 1rem; }
        .findings dt { color: var(--soft); font-size: .875rem; }
        .findings dd { margin: 0; min-width: 0; }
        .findings .got dd { color: var(--fail); font-weight: 550; }
        cite { font-style: normal; color: var(--soft); font-size: .875rem; }

        .exchange { margin-top: 1rem; }
        .exchange summary { cursor: pointer; font-size: .875rem; color: var(--soft); width: fit-content; }
        .pair { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: .8rem; margin-top: .6rem; }
        figure { margin: 0; min-width: 0; }
        figcaption { font-size: .8125rem; color: var(--soft); margin-bottom: .25rem; }
        pre { margin: 0; padding: .75rem .85rem; background: var(--well); border-radius: 5px; font-size: .78125rem; line-height: 1.5; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 26rem; overflow-y: auto; }
        pre i { font-style: normal; color: var(--mark); white-space: nowrap; }

        .scroll { overflow-x: auto; }
        table { border-collapse: collapse; width: 100%; font-size: .9375rem; }
        th, td { padding: .42rem .6rem; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line); font-weight: 400; }
        thead th { color: var(--soft); font-size: .8125rem; }
        tbody th { text-align: left; padding-left: 0; white-space: normal; } tbody th a { text-decoration: none; } tbody th a:hover { text-decoration: underline; }
        td:last-child, thead th:last-child { padding-right: 0; }
        td.fail { color: var(--fail); font-weight: 600; } td.block { color: var(--block); font-weight: 600; }
        td.skip, td.time { color: var(--soft); } td.none { color: var(--skip); font-weight: 400; }

        .lane { display: grid; grid-template-columns: 12.5rem 1fr; align-items: center; font-size: .875rem; }
        .lane > span { color: var(--soft); }
        .lane svg { display: block; width: 100%; overflow: visible; }
        .grid { stroke: var(--line); stroke-width: 1; }
        circle { fill: var(--pass); fill-opacity: .55; } circle.fail { fill: var(--fail); fill-opacity: .9; }
        circle.block { fill: var(--block); } circle.skip { fill: var(--skip); }
        .median { stroke: var(--ink); stroke-width: 1.5; }
        .axis text { fill: var(--soft); font-size: 11px; }

        .plain { list-style: none; margin: 0; padding: 0; } .plain li { padding: .5rem 0; border-bottom: 1px solid var(--line); }
        .ids { display: inline-flex; flex-wrap: wrap; gap: 0 .7rem; font-size: .78125rem; color: var(--soft); }

        .cases { margin: .4rem 0 2rem; }
        section > h3 { color: var(--ink); } section > h3 span { color: var(--soft); font-weight: 400; margin-left: .3rem; }
        .cases > details { border-bottom: 1px solid var(--line); }
        .cases > details > summary { cursor: pointer; list-style: none; display: grid; grid-template-columns: .75rem 6.4rem minmax(0, 1fr) auto; gap: 0 .7rem; align-items: baseline; padding: .45rem 0; }
        .cases summary::-webkit-details-marker { display: none; }
        .cases > details > summary:hover .title { text-decoration: underline; text-decoration-color: var(--line); text-underline-offset: .2em; }
        .dot { width: 8px; height: 8px; border-radius: 50%; background: var(--pass); align-self: center; }
        .fail .dot { background: var(--fail); } .block .dot { background: var(--block); } .skip .dot { background: none; border: 1.5px solid var(--skip); }
        .cases .id { font-size: .8125rem; color: var(--soft); } .cases .time { font-size: .8125rem; color: var(--soft); white-space: nowrap; }
        .cases > .skip .title { color: var(--soft); }
        .inside { padding: .3rem 0 1.2rem 1.45rem; }

        .facts { margin: 0; display: grid; gap: .35rem; } .facts div { display: grid; grid-template-columns: 12.5rem 1fr; gap: 0 1rem; }
        .facts dt { color: var(--soft); } .facts dd { margin: 0; min-width: 0; }
        .caveat ul { margin: 0; padding-left: 1.1rem; color: var(--soft); max-width: 46rem; } .caveat li { margin: .35rem 0; }

        @media (max-width: 40rem) {
          .pair { grid-template-columns: minmax(0, 1fr); }
          .findings div, .facts div { grid-template-columns: 1fr; gap: 0; }
          .lane { grid-template-columns: 1fr; margin-bottom: .35rem; } .lane.axis > span { display: none; }
          .cases > details > summary { grid-template-columns: .75rem minmax(0, 1fr) auto; }
          .cases > details > summary .title { grid-column: 2 / -1; grid-row: 2; } .cases .dot { grid-row: 1; }
          .card { padding: 1rem; } th, td { padding: .4rem .45rem; } .figures { gap: .9rem 2rem; }
          .marks a { width: 7px; height: 11px; }
        }
        @media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
        @media print { .exchange, .marks { break-inside: avoid; } main { padding: 0; max-width: none; } }
        """
}
